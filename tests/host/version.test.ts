import { expect, test } from "vitest";
import { postForm } from "./form-post";
import { BUILD, runHost } from "./running-host";

const MANIFEST = `/builds/${BUILD.id}.json`;

test("the build that is served is told, and never kept", async () => {
  const host = await runHost();
  const answer = await fetch(`${host.origin}/version.json?x=1`);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ build: BUILD.id });
  expect(host.seen).toEqual([]);
});

test("what is in it never changes, so that is kept", async () => {
  const host = await runHost();
  const answer = await fetch(host.origin + MANIFEST);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await answer.json()).toEqual({ build: BUILD.id, routes: BUILD.routes });
});

test("a long one is sent compressed", async () => {
  const host = await runHost();
  const ids = Array.from({ length: 40 }, (_, index) => [`routes/page-${index}`, `/assets/page-${index}-4f1d.js`]);
  host.site.build = { id: BUILD.id, routes: Object.fromEntries(ids) };
  const answer = await fetch(host.origin + MANIFEST);
  expect(answer.headers.get("content-encoding")).toMatch(/^(br|gzip)$/);
  expect(await answer.json()).toMatchObject({ routes: host.site.build.routes });
});

test.each(["/version.json", MANIFEST])("HEAD of %s has the headers of GET and no body", async (path) => {
  const host = await runHost();
  const [got, asked] = await Promise.all([fetch(host.origin + path), fetch(host.origin + path, { method: "HEAD" })]);
  expect(asked.status).toBe(200);
  for (const name of ["content-type", "cache-control", "content-length"]) {
    expect(asked.headers.get(name)).toBe(got.headers.get(name));
  }
  expect(await asked.text()).toBe("");
});

test.each([
  "/builds/5e2f.json",
  "/builds/.json",
  "/builds/4f1d2c3b.json.json",
  "/builds/..%2fversion.json",
  "/builds/a/b.json",
])("%s is no build that is served", async (path) => {
  const host = await runHost({ render: async () => new Response(null, { status: 404 }) });
  const answer = await fetch(host.origin + path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain(BUILD.id);
});

test("another build is a problem document, which nobody keeps", async () => {
  const host = await runHost();
  const { status, headers } = await fetch(`${host.origin}/builds/5e2f.json`);
  expect(status).toBe(404);
  expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(host.seen).toEqual([]);
});

test.each(["/version.json", MANIFEST, "/builds/5e2f.json"])("nothing can be posted to %s", async (path) => {
  const host = await runHost();
  const answer = await postForm(host, path, "a=1");
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(host.seen).toEqual([]);
});

test("the app learns which build is served from the host, not from a visitor", async () => {
  const host = await runHost();
  await fetch(`${host.origin}/payment`, { headers: { "x-edge-build": "forged" } });
  host.site.build = undefined;
  await fetch(`${host.origin}/payment`, { headers: { "x-edge-build": "forged" } });
  expect(host.seen.map(({ headers }) => headers.get("x-edge-build"))).toEqual([BUILD.id, null]);
});

test("where the sources are served there is no build", async () => {
  const host = await runHost();
  host.site.build = undefined;
  for (const path of ["/version.json", MANIFEST]) expect((await fetch(host.origin + path)).status).toBe(404);
});
