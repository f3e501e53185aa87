import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { readJson } from "~/upstream/client/transport.server";

const read = (json: string) => readJson(Readable.from([Buffer.from(json)]));

it.each([
  ['{"name": "\\ud800x\\udfff"}', { name: "\uFFFDx\uFFFD" }],
  ['{"list": ["\\uDC00"]}', { list: ["\uFFFD"] }],
  ['{"name": "\\ud83d\\ude00"}', { name: "😀" }],
  ['{"name": "\\\\ud800"}', { name: "\\ud800" }],
])("half a character is replaced, a whole one stays: %s", async (json, value) => {
  expect(await read(json)).toEqual(value);
});

it("an answer may be nested 64 deep, and no deeper", async () => {
  const nested = (depth: number) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
  await expect(read(nested(64))).resolves.toBeDefined();
  await expect(read(nested(65))).rejects.toThrow("nested more than 64 deep");
});
