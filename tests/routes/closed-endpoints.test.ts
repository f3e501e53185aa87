import { expect, it } from "vitest";
import { page, post } from "./site";

/** What later versions of Remix answer by themselves, and ours must not: see docs/advisories.md. */
it.each(["/__manifest", "/__manifest?p=%2Fpayment&version=1", "/_root.data", "/payment/year.data", "/account.data"])(
  "%s is no endpoint but a page that is not there",
  async (path) => {
    const { answer } = await page(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  },
);

it("what a single fetch would decode is not looked at", async () => {
  const answer = await post("/account.data", { intent: "logout" });
  expect([answer.status >= 400, answer.headers.getSetCookie().join()]).toEqual([
    true,
    expect.not.stringMatching(/Max-Age=0/),
  ]);
});

it("the app is built without them", async () => {
  const { future } = await import("virtual:remix/server-build");
  expect(future).toMatchObject({ v3_singleFetch: false, v3_lazyRouteDiscovery: false });
});
