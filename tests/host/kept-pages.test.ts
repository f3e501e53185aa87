import { expect, it, vi } from "vitest";
import type { KeptAnswer } from "~/page-cache/page-cache.server";
import type { Site } from "../../host/site";
import { runHost } from "./running-host";

const KEPT: KeptAnswer = {
  status: 200,
  headers: [["content-type", "text/html"]],
  cookies: ["a=1", "b=2"],
  body: Buffer.from("kept"),
};
type Cache = NonNullable<Site["pageCache"]>;

async function runWith(find: Cache["find"], keep: Cache["keep"] = async () => undefined) {
  const host = await runHost();
  host.site.pageCache = { find, keep };
  const ask = (path: string, init?: RequestInit) => fetch(host.site.env.publicOrigin + path, init);
  return { host, ask };
}

it("a kept page is sent with the visitor's cookies, and Remix is not asked", async () => {
  const { host, ask } = await runWith(async () => ({ variant: undefined, answer: KEPT }));
  const answer = await ask("/pricing");
  expect([answer.status, await answer.text()]).toEqual([200, "kept"]);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(answer.headers.get("server-timing")).toContain(answer.headers.get("x-request-id"));
  expect(await (await ask("/pricing", { method: "HEAD" })).text()).toBe("");
  expect(host.seen).toEqual([]);
});

it.each(["/pricing?country=GB", "/events", "/brands/101.webmanifest"])("%s is not looked for", async (path) => {
  const find = vi.fn<Cache["find"]>(async () => ({ variant: undefined, answer: KEPT }));
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
