import { createRequestHandler } from "@remix-run/node";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { API } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { shown } from "./site";

/** The build as remix-serve, or any other host than ours, runs it: nobody has looked at a request before. */
const app = createRequestHandler(await import("virtual:remix/server-build"), "production");
const HOST = "localhost:3000";
const FORM = { "content-type": "application/x-www-form-urlencoded", host: HOST };

function sending(path: string, headers: Record<string, string>, body: string): Promise<Response> {
  return app(new Request(env().publicOrigin + path, { method: "POST", body, headers: { ...FORM, ...headers } }));
}
const opening = (path: string, headers: Record<string, string> = {}) =>
  app(new Request(env().publicOrigin + path, { headers: { host: HOST, ...headers } }));

const PREFERENCES = `_data=${encodeURIComponent("routes/($lang).preferences")}`;

describe("a page of another site", () => {
  const FOREIGN: readonly Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { referer: "https://evil.example/" },
    {},
    { origin: "https://evil.example", host: "evil.example" },
    { origin: "http://evil.example", host: "evil.example" },
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  ];

  it.each(FOREIGN)("changes no preference with %o, and the visitor reads why", async (headers) => {
    const { answer, see } = await shown(sending("/de/preferences", headers, "lite=1"));
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split("=", 1)[0]);
    // The browser's own did not come along, and stay.
    expect([answer.status, cookies]).toEqual([403, []]);
    expect(see.getByRole("heading", { level: 1 }).closest("html")?.lang).toBe("de");
  });

  it.each([
    ["/preferences", "lite=1"],
    ["/account", "intent=logout"],
    ["/payment/year", "intent=pay&plan=year&provider=so&email=a@b.example"],
    ["/receipts", "intent=forget"],
    ["/cancel", "intent=link"],
  ])("gets nothing done at %s as a script either", async (path, body) => {
    const route = { "/payment/year": "payment.($plan)" }[path] ?? path.slice(1);
    const data = encodeURIComponent(`routes/($lang).${route}`);
    const origin = "https://evil.example";
    const answer = await sending(`${path}?_data=${data}`, { origin }, body);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  it("is refused before anything else by Remix where it says its origin: nothing is changed", async () => {
    const answer = await sending("/preferences", { origin: "https://evil.example" }, "lite=1");
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []]);
  });

  it("tells of no page view", async () => {
    const headers = { "content-type": "text/plain", origin: "https://evil.example" };
    const answer = await sending("/events", headers, "{}");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([403, "application/problem+json"]);
  });
});

it("a form of our own page does what it says, as do a page's script and an old WebView with the page's token", async () => {
  const { publicOrigin: origin } = env();
  const own = [
    await sending("/preferences", { origin }, "lite=1"),
    await sending("/preferences", { "sec-fetch-site": "same-origin" }, "lite=1"),
    await sending(`/preferences?${PREFERENCES}`, { origin }, "lite=1"),
    await sending("/preferences", { referer: `${origin}/pricing` }, "lite=1"),
    await sending("/preferences", { cookie: "csrf=t0ken" }, "lite=1&csrf=t0ken"),
  ];
  for (const answer of own) expect(answer.headers.getSetCookie().join()).toContain("lite=1");
});

it("a provider may post the buyer back from its own site", async () => {
  const answer = await sending("/return/so", { origin: "https://provider.example" }, "");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/paystatus"]);
});

describe("what only our host may say", () => {
  let told: { address: string | undefined; id: string | null }[] = [];
  beforeEach(() => {
    told = [];
    upstream.use(
      http.all(`${API}/*`, ({ request }) => {
        const { headers, url } = request;
        // Where visitors before this one were is asked meanwhile, for their events.
        if (url.endsWith("/geo_info")) return;
        told.push({ address: headers.get("x-forwarded-for") ?? undefined, id: headers.get("x-request-id") });
      }),
    );
  });

  it("is not believed of a visitor: no address, no reference, no refusal, no build", async () => {
    const planted = {
      "x-visitor-ip": "203.0.113.9",
      "x-request-id": "planted",
      "x-edge-problem": "451",
      "x-edge-build": "planted",
    };
    const { answer, html } = await shown(opening("/payment/year", planted));
    expect(answer.status).toBe(200);
    expect(html).not.toContain("planted");
    expect(told.length).toBeGreaterThan(0);
    expect(told.map(({ address }) => address)).not.toContain("203.0.113.9");
    expect(new Set(told.map(({ id }) => id)).size, "one reference for a whole page").toBe(1);
    expect(told[0]?.id).toMatch(/^[\da-f-]{36}$/);
  });

  it("makes no refusal of a page that is there", async () => {
    expect((await opening("/pricing", { "x-edge-problem": "413" })).status).toBe(200);
  });
});
