import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { exchange, request } from "./raw-exchange";
import { runHost } from "./running-host";

test("a hashed file never changes, so it is kept for a year", async () => {
  const host = await runHost();
  const answer = await fetch(`${host.origin}/assets/entry-4f1d.js`);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("x-powered-by")).toBeNull();
});

test("any other file is kept for an hour and asked about by its tag", async () => {
  const host = await runHost();
  const first = await fetch(`${host.origin}/brands/logo.svg`);
  expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
  const tag = `If-None-Match: ${first.headers.get("etag")}`;
  const again = await exchange(host.port, request("GET /brands/logo.svg HTTP/1.1", host.name, [tag]));
  expect(again.status).toBe(304);
});

test.each(["/assets/gone.js", "/assets/", "/assets/..%2f.vite/manifest.json", "/page-links/gone.json"])(
  "%s is no file, and no page either",
  async (path) => {
    const host = await runHost();
    expect((await fetch(host.origin + path)).status).toBe(404);
    expect(host.seen).toEqual([]);
  },
);

test("a compressed file that goes while the site runs is a plain 404, which browsers can read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "client-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, "client-files"), folder, { recursive: true });
  await writeFile(join(folder, "assets/entry-4f1d.js.br"), brotliCompressSync("export {};"));
  const host = await runHost({ clientFiles: folder });
  await rm(join(folder, "assets"), { recursive: true });
  const answer = await fetch(`${host.origin}/assets/entry-4f1d.js`, { headers: { "Accept-Encoding": "br" } });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([404, null]);
});

test.each(["/.vite/manifest.json", "/brands", "/", "/..%2f..%2fhost.ts"])(
  "%s is the app's to answer, not a file",
  async (path) => {
    const host = await runHost();
    await fetch(host.origin + path);
    expect(host.seen).toHaveLength(1);
  },
);
