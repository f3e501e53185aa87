import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { exchange, request } from "./raw-exchange";
import { type RunningHost, runHost } from "./running-host";

const PAGE = "<p>Bezahlen</p>".repeat(400);
const render = async ({ method }: Request) =>
  new Response(method === "HEAD" ? null : PAGE, { headers: { "Content-Type": "text/html", Vary: "Cookie" } });

const bodyOf = ({ port }: RunningHost, encoding: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(
      { port, path: "/", headers: { "accept-encoding": encoding } },
      (answer) => void buffer(answer).then(resolve, reject),
    );
  });

test("a page travels as brotli or gzip, as the browser likes it", async () => {
  const host = await runHost({ render, variables: {} });
  expect(brotliDecompressSync(await bodyOf(host, "gzip, br")).toString()).toBe(PAGE);
  expect(gunzipSync(await bodyOf(host, "gzip")).toString()).toBe(PAGE);
  expect((await bodyOf(host, "identity")).toString()).toBe(PAGE);
});

test("the text that the app hands over is what is sent", async () => {
  const handingOver = async (request: Request) => Object.assign(await render(request), { html: "<p>Zahlung …</p>" });
  const host = await runHost({ render: handingOver });
  expect(await (await fetch(`${host.origin}/`)).text()).toBe("<p>Zahlung …</p>");
});

test("caches are told that the encoding depends on the browser", async () => {
  const host = await runHost({ render });
  const answer = await fetch(`${host.origin}/`);
  expect(answer.headers.get("vary")).toMatch(/Cookie.*Accept-Encoding/i);
});

test("HEAD answers at once, with headers only", async () => {
  const host = await runHost({ render });
  const answer = await exchange(host.port, request("HEAD / HTTP/1.1", host.name, ["Accept-Encoding: br"]));
  expect([answer.status, answer.body]).toEqual([200, ""]);
});
