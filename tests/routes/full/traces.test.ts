import { afterEach, expect, it } from "vitest";
import { fill, find, forgetPages } from "~/page-cache/page-cache.server";
import { call } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { API, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import type { SentSpan } from "../../tracing/collector";
import { runTracedHost } from "../../tracing/traced-host";
import { caught } from "../../upstream/caught";
import { renderApp } from "../site";

const CLIENT = 3;
const FAILED = 2;
const PATHS: readonly string[] = Object.values(endpoints).map(({ path }) => path);

afterEach(forgetPages);

/** What every call of a path tells the payments API of traces while the test runs, one item a call. */
function listenForParents(): (path: string) => (string | null)[] {
  const calls: { path: string; parent: string | null }[] = [];
  upstream.events.on("request:start", ({ request: { url, headers } }) => {
    if (url.startsWith(API)) calls.push({ path: new URL(url).pathname, parent: headers.get("traceparent") });
  });
  return (asked) => calls.flatMap(({ path, parent }) => (path === asked ? [parent] : []));
}

afterEach(() => upstream.events.removeAllListeners());

const traceParentOf = ({ traceId, spanId }: SentSpan) => `00-${traceId}-${spanId}-01`;

it("a page's calls of the payments API are spans below its rendering, and each call names its own span", async () => {
  const parentsOf = listenForParents();
  const { host, finish } = await runTracedHost({ render: renderApp });
  await (await fetch(`${host.origin}/payment/year?coupon=WELCOME20`)).text();
  const spans = await finish();
  const request = spans.find(({ name }) => name === "GET payment");
  const render = spans.find(({ name }) => name === "render");
  expect(render?.parentSpanId).toBe(request?.spanId);
  const calls = spans.filter(({ kind, parentSpanId }) => kind === CLIENT && parentSpanId === render?.spanId);
  expect(calls.length).toBeGreaterThanOrEqual(5);
  for (const one of calls) {
    expect(PATHS).toContain(one.name);
    expect(one.traceId).toBe(request?.traceId);
    expect(one.attributes).toEqual({
      "http.request.method": expect.stringMatching(/^(GET|POST)$/),
      "peer.service": "payments-api",
      outcome: "ok",
    });
    // A call that some page before has left behind may come as well; it belongs to no trace.
    expect(parentsOf(one.name)).toContain(traceParentOf(one));
  }
});

it("a trace that is not sampled is named to the payments API as such", async () => {
  const parentsOf = listenForParents();
  const { host, finish } = await runTracedHost({ render: renderApp, share: 0 });
  await (await fetch(`${host.origin}/payment/year?coupon=WELCOME20`)).text();
  expect(await finish()).toEqual([]);
  expect(parentsOf(endpoints.plans.path)).toContainEqual(expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/));
});

const caller = { requestId: "req-1", appType: 502 };

it("without traces the payments API gets no header of them", async () => {
  const parentsOf = listenForParents();
  await call(endpoints.plans, {}, caller);
  expect(parentsOf(endpoints.plans.path)).toEqual([null]);
});

it("a call tells how it ended, and that it was made twice", async () => {
  let asked = 0;
  upstream.use(
    responding(endpoints.plans, () => {
      asked += 1;
      return asked === 1 ? new Response(null, { status: 503 }) : Response.json({ plans: [] });
    }),
    refusing(endpoints.profile, 401),
    refusing(endpoints.prices, 500),
  );
  const { finish } = await runTracedHost();
  await call(endpoints.plans, {}, caller);
  await caught(call(endpoints.profile, {}, { ...caller, bearer: "t0ken" }));
  await caught(call(endpoints.prices, { query: { product_ids: "1001", customer_country: "GB" } }, caller));
  const gone = { ...caller, signal: AbortSignal.abort() };
  await expect(call(endpoints.geoInfo, { body: {} }, gone)).rejects.toThrow("aborted");
  expect(await finish()).toMatchObject([
    { name: endpoints.plans.path, events: ["retry"], attributes: { outcome: "ok" }, status: 0 },
    {
      name: endpoints.profile.path,
      events: [],
      attributes: { outcome: "refused", "http.response.status_code": 401 },
      status: 0,
    },
    {
      name: endpoints.prices.path,
      attributes: { outcome: "server_error", "http.response.status_code": 500 },
      status: FAILED,
    },
    { name: endpoints.geoInfo.path, attributes: { outcome: "left" }, status: 0 },
  ]);
});

it("a page that many share says whether it was kept", async () => {
  const { host, finish } = await runTracedHost({ render: renderApp });
  host.site.pageCache = { find, fill };
  await (await fetch(`${host.origin}/pricing`)).text();
  await (await fetch(`${host.origin}/pricing`)).text();
  const spans = await finish();
  const requests = spans.filter(({ name }) => name === "GET pricing");
  expect(requests.map(({ attributes }) => attributes.page_cache)).toEqual(["miss", "hit"]);
  expect(spans.filter(({ name }) => name === "render")).toMatchObject([{ traceId: requests[0]?.traceId }]);
});
