import { expect, it } from "vitest";
import { runHost } from "../host/running-host";
import { runTracedHost } from "./traced-host";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const SERVER = 2;
const FAILED = 2;

const ask = (origin: string, path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers }).then((answer) => answer.text());

it("a request is a span by its method and kind of address, and the page that is rendered for it a span below", async () => {
  const { host, collector, finish } = await runTracedHost();
  await ask(host.origin, "/de/payment/year?coupon=SECRET50");
  const [render, request] = await finish();
  expect(request).toMatchObject({ name: "GET payment", kind: SERVER, status: 0 });
  expect(request?.parentSpanId).toBeUndefined();
  expect(request?.attributes).toEqual({
    "http.request.method": "GET",
    "http.route": "payment",
    "http.response.status_code": 200,
  });
  expect(render).toMatchObject({ name: "render", traceId: request?.traceId, parentSpanId: request?.spanId });
  expect(request?.resource).toMatchObject({ "service.name": "vpn-checkout" });
  expect(collector.paths).toEqual(["/v1/traces"]);
  expect(collector.text).not.toMatch(/SECRET50|127\.0\.0\.1/);
});

it("a form that is read from its body keeps its trace", async () => {
  const { host, finish } = await runTracedHost();
  const body = new URLSearchParams({ intent: "pay" });
  await fetch(`${host.origin}/payment/year`, { method: "POST", body, headers: { "sec-fetch-site": "same-origin" } });
  const [render, request] = await finish();
  expect(request?.name).toBe("POST payment");
  expect(render).toMatchObject({ name: "render", parentSpanId: request?.spanId });
});

it("what fails is marked, and an unknown method is not told", async () => {
  const { host, finish } = await runTracedHost({ render: async () => new Response("", { status: 500 }) });
  await ask(host.origin, "/pricing");
  await fetch(`${host.origin}/pricing`, { method: "PROPFIND" });
  const requests = (await finish()).filter(({ kind }) => kind === SERVER);
  expect(requests).toMatchObject([{ name: "GET pricing", status: FAILED }, { name: "HTTP pricing" }]);
  expect(requests[1]?.attributes).toMatchObject({ "http.request.method": "_OTHER", "http.response.status_code": 405 });
});

it("probes are no traces", async () => {
  const { host, finish } = await runTracedHost();
  await ask(host.origin, "/livez");
  await ask(host.origin, "/readyz");
  expect(await finish()).toEqual([]);
});

it("a visitor cannot name their trace", async () => {
  const { host, collector, finish } = await runTracedHost();
  const sent = { tracestate: "vendor=s3cr3t", baggage: "buyer=s3cr3t" };
  await ask(host.origin, "/pricing", { ...sent, traceparent: `00-${TRACE}-${SPAN}-01` });
  const [, request] = await finish();
  expect(request?.name).toBe("GET pricing");
  expect(request?.traceId).not.toBe(TRACE);
  expect(request?.parentSpanId).toBeUndefined();
  expect(collector.text).not.toContain("s3cr3t");
});

const BEHIND_A_PROXY = { TRUST_PROXY_HOPS: "1" };

it("a trace that the proxy has begun goes on, whatever share is sampled here", async () => {
  const { host, finish } = await runTracedHost({ variables: BEHIND_A_PROXY, share: 0 });
  await ask(host.origin, "/pricing", { traceparent: `00-${TRACE}-${SPAN}-01` });
  await ask(host.origin, "/pricing");
  const spans = await finish();
  expect(spans).toHaveLength(2);
  expect(spans[1]).toMatchObject({ name: "GET pricing", traceId: TRACE, parentSpanId: SPAN });
});

it("a trace that the proxy does not sample is not sampled here", async () => {
  const { host, finish } = await runTracedHost({ variables: BEHIND_A_PROXY });
  await ask(host.origin, "/pricing", { traceparent: `00-${TRACE}-${SPAN}-00` });
  expect(await finish()).toEqual([]);
});

it.each([
  "",
  "nonsense",
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])("a new trace is begun where the proxy's cannot be read: %j", async (traceparent) => {
  const { host, finish } = await runTracedHost({ variables: BEHIND_A_PROXY });
  await ask(host.origin, "/pricing", { traceparent });
  const [, request] = await finish();
  expect(request?.traceId).not.toBe(TRACE);
  expect(request?.parentSpanId).toBeUndefined();
});

const logged = (lines: string[]): unknown[] => lines.map((line) => JSON.parse(line));

it("the request's line in the log names its trace", async () => {
  const { host, finish } = await runTracedHost();
  await ask(host.origin, "/pricing");
  const [, request] = await finish();
  expect(logged(host.logged)).toContainEqual(expect.objectContaining({ path: "/pricing", trace_id: request?.traceId }));
});

it("the log names no trace that was not sampled, and none where there are no traces", async () => {
  const { host, finish } = await runTracedHost({ share: 0 });
  await ask(host.origin, "/pricing");
  expect(await finish()).toEqual([]);
  const untraced = await runHost();
  await ask(untraced.origin, "/pricing");
  expect(host.logged.join()).toContain('"/pricing"');
  expect(untraced.logged.join()).toContain('"/pricing"');
  expect([...host.logged, ...untraced.logged].join()).not.toContain("trace");
});
