import { expect, it, vi } from "vitest";
import type { CachedAnswer } from "~/page-cache/cached-answer.server";
import type { Site } from "../../host/site";
import { runHost } from "./running-host";

const CACHED: CachedAnswer = {
  status: 200,
  headers: [["content-type", "text/html"]],
  cookies: ["a=1", "b=2"],
  body: Buffer.from("cached"),
};
type Cache = NonNullable<Site["pageCache"]>;

async function runWith(find: Cache["find"], fill: Cache["fill"] = async () => undefined) {
  const host = await runHost();
  host.site.pageCache = { find, fill };
  const ask = (path: string, init?: RequestInit) => fetch(host.site.env.publicOrigin + path, init);
  return { host, ask };
}

it("a cached page is sent with the visitor's cookies, and Remix is not asked", async () => {
  const { host, ask } = await runWith(async () => ({ variant: undefined, answer: CACHED }));
  const answer = await ask("/pricing");
  expect([answer.status, await answer.text()]).toEqual([200, "cached"]);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(answer.headers.get("server-timing")).toContain(answer.headers.get("x-request-id"));
  expect(await (await ask("/pricing", { method: "HEAD" })).text()).toBe("");
  expect(host.seen).toEqual([]);
});

it("a page is looked for by its path and its query", async () => {
  const find = vi.fn<Cache["find"]>(async () => ({ variant: undefined, answer: CACHED }));
  const { ask } = await runWith(find);
  for (const address of ["/pricing?utm_source=news", "/pricing"]) await ask(address);
  expect(find.mock.calls.map(([{ path, search }]) => [path, search])).toEqual([
    ["/pricing", "?utm_source=news"],
    ["/pricing", ""],
  ]);
});

it.each(["/events", "/brands/101.webmanifest"])("%s is not looked for", async (path) => {
  const find = vi.fn<Cache["find"]>(async () => ({ variant: undefined, answer: CACHED }));
  const { ask } = await runWith(find);
  await ask(path);
  expect(find).not.toHaveBeenCalled();
});

it("where the cache fails Remix answers", async () => {
  const { host, ask } = await runWith(async () => {
    throw new Error("out of memory");
  });
  expect((await ask("/pricing")).status).toBe(200);
  expect(host.seen).toHaveLength(1);
});
