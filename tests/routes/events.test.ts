import { describe, expect, it } from "vitest";
import { sendLastEvents } from "~/analytics/event-queue.server";
import { BATCH_VIEWS } from "~/analytics/view-batch";
import { env } from "~/env.server";
import { countSending } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { sessionCookie } from "~/visitor/session.server";
import { listenForEvents } from "../analytics/received-events";
import { postForm } from "../host/form-post";
import { runHost } from "../host/running-host";
import { makeGeo } from "../mocks/builders";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { get, renderApp } from "./site";

const FRONT_ID = "6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa";
const OTHER = "0b8f5a52-2a60-4f1e-8f27-9c1c2d3e4f50";
const VIEW = "7d3f8a2c-1b4e-4c5d-9e6f-0a1b2c3d4e5f";
const HOUR = 3_600_000;

const makeView = (more: object = {}) => ({ id: crypto.randomUUID(), at: Date.now(), address: "/de/pricing", ...more });
const makeBatch = (more: object = {}) => ({ front_id: FRONT_ID, sent_at: Date.now(), views: [makeView()], ...more });

/** A batch as a browser sends it. */
async function tell(batch: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const body = typeof batch === "string" ? batch : JSON.stringify(batch);
  const sent = { "content-type": "text/plain;charset=UTF-8", "x-request-id": "req-1", "x-visitor-ip": "192.0.2.1" };
  return renderApp(
    new Request(`${env().publicOrigin}/events`, { method: "POST", body, headers: { ...sent, ...headers } }),
  );
}

const problemOf = async (answer: Response) => {
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  return answer.json();
};

describe("POST /events", () => {
  it("a view reaches the payments API with all that the server knows of its visitor", async () => {
    const told = listenForEvents();
    const view = makeView({ address: "/de/pricing?utm_source=mail&o=sealed" });
    const campaign = encodeURIComponent(JSON.stringify({ utm_source: "mail", utm_term: "vpn" }));
    const session = await sessionCookie({ user_id: 42, app_type: 101, signed_time: "1", token: "t0ken", sign: "a" });
    const answer = await tell(makeBatch({ views: [view] }), {
      cookie: `userId=${FRONT_ID}; campaign=${campaign}; channel=blog; cf-click=b2; paypal_token=t0ken; ${session.split(";")[0]}`,
      "user-agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8)",
    });
    expect([answer.status, await answer.text(), answer.headers.get("cache-control")]).toEqual([204, "", "no-store"]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const address = "/de/pricing?utm_source=mail";
    expect(await told()).toMatchObject([
      {
        name: "page_show",
        userId: 42,
        params: {
          path: "/de/pricing",
          href: env().publicOrigin + address,
          route_name: "pricing___de",
          event_id: view.id,
        },
        properties: { utm_source: "mail", utm_term: "vpn", channel: "blog", affiliate: "cf", scripts: "on" },
        event: {
          front_id: FRONT_ID,
          language: "de",
          country_code: "US",
          ip: makeGeo().user_ip,
          app_type: 101,
          device: { os_name: "Android", os_version: "14", isIos: false, isAndroid: true },
        },
      },
    ]);
  });

  it("is told for the visitor's app and address, as every call is", async () => {
    const calls: Headers[] = [];
    upstream.use(
      responding(endpoints.analyticsEvents, ({ headers }) => {
        calls.push(headers);
        return Response.json({});
      }),
    );
    await tell(makeBatch(), { "x-visitor-ip": "192.0.2.7", cookie: "app=101" });
    await sendLastEvents(20_000);
    expect(calls.map((headers) => [headers.get("x-forwarded-for"), headers.get("x-app-type")])).toEqual([
      ["192.0.2.7", "101"],
    ]);
  });

  it("a view is told once, however often it is sent", async () => {
    const told = listenForEvents();
    const batch = makeBatch();
    await Promise.all([tell(batch), tell(batch), tell({ ...batch, front_id: OTHER })]);
    expect(await told()).toHaveLength(1);
  });

  it("a device has the word that it has in the server's own events", async () => {
    const told = listenForEvents();
    // So says an iPad's Safari, too.
    const mac = { "user-agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", cookie: `userId=${FRONT_ID}` };
    await get("/pricing", mac);
    await tell(makeBatch(), mac);
    const device = { os_name: "macOS", os_version: "10.15.7", isIos: false, isAndroid: false };
    expect((await told()).map(({ name, event }) => [name, event.device])).toEqual([
      ["plan_view", device],
      ["page_show", device],
    ]);
  });

  it("a browser without an id is told of under that of its document, and learns it", async () => {
    const told = listenForEvents();
    await get("/pricing", { "x-request-id": VIEW });
    const answer = await tell({ document: VIEW, sent_at: Date.now(), views: [makeView({ id: VIEW })] });
    const [shown, view] = await told();
    expect(view?.event.front_id).toBe(shown?.event.front_id);
    expect(answer.headers.get("x-front-id")).toBe(shown?.event.front_id);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining(`userId=${shown?.event.front_id};`)]);
  });

  it("the browser's storage is right, and its cookie follows", async () => {
    const told = listenForEvents();
    const answer = await tell(makeBatch(), { cookie: `userId=${OTHER}` });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining(`userId=${FRONT_ID}; Max-Age=31536000;`)]);
    expect(await told()).toMatchObject([{ userId: FRONT_ID, event: { front_id: FRONT_ID } }]);
  });

  it.each(["1", undefined])("who does not agree is told nothing of; the browser's privacy signal: %s", async (gpc) => {
    const told = listenForEvents();
    const answer = await tell(makeBatch(), gpc === undefined ? { cookie: "consent=0" } : { "sec-gpc": gpc });
    expect([answer.status, answer.headers.getSetCookie(), await told()]).toEqual([204, [], []]);
  });

  it("where visitors are asked first, nothing is told before they have answered", async () => {
    upstream.use(answering(endpoints.geoInfo, makeGeo({ country: "Germany", country_code: "DE" })));
    const told = listenForEvents();
    await tell(makeBatch());
    expect(await told()).toEqual([]);
    await tell(makeBatch(), { cookie: "consent=1" });
    expect(await told()).toHaveLength(1);
  });

  it("a browser's wrong clock does not make wrong times", async () => {
    const told = listenForEvents();
    const wrong = 30 * 24 * HOUR;
    const now = Date.now();
    const views = [-HOUR, 0, HOUR, -47 * HOUR, -49 * HOUR].map((ago) => makeView({ at: now - wrong + ago }));
    await tell(makeBatch({ sent_at: now - wrong, views }));
    const hoursAgo = (await told()).map(({ event }) => Math.floor((Date.now() - event.event_timestamp / 1000) / HOUR));
    // The one of the future was now, and the oldest is too old.
    expect(hoursAgo).toEqual([1, 0, 0, 47]);
  });

  it.each([
    ["/de/nowhere/at/all", "other___de"],
    ["/", "home___en"],
    ["/payment/year?o=x", "payment___en"],
  ])("the page's name is found by the server: %s is %s", async (address, name) => {
    const told = listenForEvents();
    await tell(makeBatch({ views: [makeView({ address })] }));
    expect((await told())[0]?.params.route_name).toBe(name);
  });

  const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
  it.each([
    ["nothing", "", 400],
    ["no JSON", "{front_id}", 400],
    ["half of a batch", JSON.stringify(makeBatch()).slice(0, -3), 400],
    ["a deep list", deep, 422],
    ["null", "null", 422],
    ["a list", [makeBatch()], 422],
    ["no view", makeBatch({ views: [] }), 422],
    ["too many views", makeBatch({ views: Array.from({ length: BATCH_VIEWS + 1 }, () => makeView()) }), 422],
    ["more than it may", makeBatch({ views: [makeView({ address: `/${"x".repeat(33_000)}` })] }), 413],
    ["no id of a browser", makeBatch({ front_id: "me" }), 422],
    ["a view without an id", makeBatch({ views: [makeView({ id: "1" })] }), 422],
    ["a number as an address", makeBatch({ views: [makeView({ address: 7 })] }), 422],
    ["another site's address", makeBatch({ views: [makeView({ address: "//evil.example/x" })] }), 422],
    ["an address that only looks like a path", makeBatch({ views: [makeView({ address: "/\t/evil.example" })] }), 422],
    ["an address without a slash", makeBatch({ views: [makeView({ address: "javascript:alert(1)" })] }), 422],
    ["a long address", makeBatch({ views: [makeView({ address: `/${"x".repeat(2_048)}` })] }), 422],
    ["a time that is none", makeBatch({ sent_at: "now" }), 422],
    ["a huge number", JSON.stringify(makeBatch()).replace(/"sent_at":\d+/, '"sent_at":1e308'), 422],
    ["a time before all times", makeBatch({ views: [makeView({ at: -1 })] }), 422],
    ["a purchase in disguise", makeBatch({ event_name: "pay_result" }), 422],
    [
      "a view that is a purchase",
      makeBatch({ views: [makeView({ event_name: "pay_result", order_id: "ord_1" })] }),
      422,
    ],
    ["the payments API's own call", { user_id: 1, events: [{ event_name: "pay_result" }] }, 422],
    ["a prototype", '{"__proto__":{"front_id":"x"}}', 422],
  ])("%s is refused as a problem, and nothing of it is told", async (_, batch, status) => {
    const told = listenForEvents();
    const answer = await tell(batch);
    expect(answer.status).toBe(status);
    expect(await problemOf(answer)).toMatchObject({ type: "about:blank", status, detail: expect.any(String) });
    expect(await told()).toEqual([]);
  });

  it("who tells too much is asked to wait", async () => {
    const told = listenForEvents();
    const sender = { address: "192.0.2.1" };
    for (let n = 0; n < 3_000; n += 1) await countSending("events", sender);
    const answer = await tell(makeBatch());
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await problemOf(answer)).toMatchObject({ status: 429 });
    expect((await get("/events?page=/")).status).toBe(429);
    expect(await told()).toEqual([]);
    expect((await tell(makeBatch(), { "x-visitor-ip": "198.51.100.1" })).status).toBe(204);
  });
});

describe("behind the host", () => {
  it.each([
    ["another site", { origin: "https://evil.example" }, 403, undefined],
    ["a browser that does not say where from", { origin: "" }, 403, undefined],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415, undefined],
    ["33 KiB", {}, 413, "x".repeat(33 * 1024)],
  ])("%s is refused as a problem", async (_, headers, status, body) => {
    const host = await runHost({ render: renderApp });
    const sent = { "content-type": "application/json", ...headers };
    const answer = await postForm(host, "/events", body ?? JSON.stringify(makeBatch()), sent);
    expect(answer.status).toBe(status);
    expect(await problemOf(answer)).toMatchObject({ status });
  });

  it("a page's own batch gets through, as a beacon or as JSON", async () => {
    const told = listenForEvents();
    const host = await runHost({ render: renderApp });
    for (const type of ["text/plain;charset=UTF-8", "application/json"]) {
      const answer = await postForm(host, "/events", JSON.stringify(makeBatch()), { "content-type": type });
      expect(answer.status).toBe(204);
    }
    expect(await told()).toHaveLength(2);
  });

  it("other methods are refused, and the allowed ones named", async () => {
    const host = await runHost({ render: renderApp });
    const answer = await fetch(`${host.origin}/events`, { method: "DELETE" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(await problemOf(answer)).toMatchObject({ status: 405 });
  });
});

describe("the picture of a page without scripts", () => {
  it("tells a view of the page, by the id of its own request, as of a browser without scripts", async () => {
    const told = listenForEvents();
    const path = `/events?page=${encodeURIComponent("/fr/receipts?k=secret")}`;
    const answer = await get(path, { cookie: `userId=${FRONT_ID}`, "x-request-id": VIEW });
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "image/gif",
      "no-store",
    ]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe("GIF89a");
    expect(await told()).toMatchObject([
      {
        name: "page_show",
        params: { path: "/fr/receipts", route_name: "receipts___fr", event_id: VIEW },
        properties: { scripts: "off" },
        event: { front_id: FRONT_ID, language: "fr" },
      },
    ]);
  });

  it("tells the browser's id that its document has given it", async () => {
    const told = listenForEvents();
    const document = await get("/", { "x-request-id": OTHER });
    const [cookie = ""] = document.headers.getSetCookie().filter((one) => one.startsWith("userId="));
    await get("/events?page=/", { "x-request-id": VIEW, cookie: cookie.split(";", 1)[0] ?? "" });
    const [view] = (await told()).filter(({ name }) => name === "page_show");
    expect(cookie).toContain(`userId=${view?.event.front_id};`);
  });

  it("is no way to tell anything without consent, or by asking for its head only", async () => {
    const told = listenForEvents();
    const path = "/events?page=/";
    expect((await get(path, { "sec-gpc": "1" })).status).toBe(200);
    await renderApp(new Request(env().publicOrigin + path, { method: "HEAD" }));
    expect(await told()).toEqual([]);
  });

  it("is not for pages of other sites", async () => {
    const told = listenForEvents();
    expect((await get("/events?page=/", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await told()).toEqual([]);
    expect((await get("/events?page=/", { "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect(await told()).toHaveLength(1);
  });

  it.each(["", "?page=//evil.example", "?page=x"])("without its parameters it is a problem: %s", async (query) => {
    const answer = await get(`/events${query}`);
    expect(answer.status).toBe(400);
    expect(await problemOf(answer)).toMatchObject({ status: 400 });
  });
});
