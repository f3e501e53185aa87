import { expect, onTestFinished, test, vi } from "vitest";
import { startMetrics } from "../../host/metrics/metrics-server";
import { routeOf } from "../../host/metrics/request-metrics";
import { measureProcess, siteMetrics, tellBuild } from "../../host/metrics/site-metrics";
import { parseMetrics } from "../metrics/parsed";
import { BUILD, type RunningHost, renderStandIn, runHost } from "./running-host";

async function metricsOf({ site }: RunningHost) {
  const { port, close } = await startMetrics(() => siteMetrics(site), { host: "127.0.0.1", port: 0 });
  onTestFinished(close);
  const at = `http://127.0.0.1:${port}`;
  return { at, read: async () => parseMetrics(await (await fetch(`${at}/metrics`)).text()) };
}

test.each([
  ["/", "home"],
  ["/de", "home"],
  ["/zh-hans/payment/year", "payment"],
  ["/payment", "payment"],
  ["/paystatus/state", "order-state"],
  ["/receipts", "receipts"],
  ["/fr/receipts/inv_1", "receipt"],
  ["/r/s3cr3t", "r"],
  ["/return/so", "return"],
  ["/assets/entry-4f1d.js", "assets"],
  ["/robots.txt", "robots.txt"],
  ["/livez", "livez"],
  ["/version.json", "version.json"],
  ["/builds/4f1d2c3b.json", "builds"],
  ["/buyer@example.com", "other"],
  ["//evil.example", "other"],
  ["/__proto__", "other"],
  ["", "home"],
  ["*", "home"],
])("%s counts as %s", (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test("requests are counted by kind of address, method and status", async () => {
  const host = await runHost();
  const { read } = await metricsOf(host);
  const payment = 'site_requests_total{route="payment",method="GET",status="200"}';
  const refused = 'site_requests_total{route="payment",method="other",status="405"}';
  const before = await read();
  await (await fetch(`${host.origin}/payment/year`)).text();
  await (await fetch(`${host.origin}/payment/month`)).text();
  await (await fetch(`${host.origin}/payment/year`, { method: "DELETE" })).text();
  await vi.waitFor(async () => expect((await read()).get(refused)).toBe((before.get(refused) ?? 0) + 1), 60_000);
  expect((await read()).get(payment)).toBe((before.get(payment) ?? 0) + 2);
});

test("one that its visitor gives up is told as such", async () => {
  const host = await runHost({ render: () => new Promise(() => {}) });
  const { read } = await metricsOf(host);
  const aborted = 'site_requests_total{route="account",method="GET",status="aborted"}';
  const before = (await read()).get(aborted) ?? 0;
  const visit = new AbortController();
  const page = fetch(`${host.origin}/account`, { signal: visit.signal });
  await vi.waitFor(() => expect(host.seen).toHaveLength(1), 60_000);
  visit.abort();
  await expect(page).rejects.toThrow();
  await vi.waitFor(async () => expect((await read()).get(aborted)).toBe(before + 1), 60_000);
});

test("the process tells how busy and how big it is, and the loaded app what it has counted", async () => {
  measureProcess();
  const host = await runHost();
  const { read } = await metricsOf(host);
  expect((await read()).get('process_memory_bytes{kind="rss"}')).toBeGreaterThan(1_000_000);
  expect((await read()).has('process_event_loop_delay_seconds{quantile="0.99"}')).toBe(true);
  expect((await read()).get("process_start_time_seconds")).toBeCloseTo(performance.timeOrigin / 1_000, 3);
  expect((await read()).get("process_heap_limit_bytes")).toBeGreaterThan(1_000_000);
  const cpu = (await read()).get("process_cpu_seconds_total") ?? 0;
  expect(cpu).toBeGreaterThan(0);
  expect((await read()).get("process_cpu_seconds_total")).toBeGreaterThanOrEqual(cpu);
  expect((await read()).has("app_total")).toBe(false);
  host.site.appMetrics = () => "# HELP app_total a\n# TYPE app_total counter\napp_total 1\n";
  expect((await read()).get("app_total")).toBe(1);
});

test("the build that is served is told, and no other", async () => {
  tellBuild({ ...BUILD, id: "before" });
  tellBuild(BUILD);
  const { read } = await metricsOf(await runHost());
  const told = [...(await read())].filter(([series]) => series.startsWith("site_build_info"));
  expect(told).toEqual([['site_build_info{build="4f1d2c3b"}', 1]]);
});

test("the port has metrics and nothing else", async () => {
  const { at } = await metricsOf(await runHost());
  const answer = await fetch(`${at}/metrics`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect((await fetch(`${at}/`)).status).toBe(404);
  expect((await fetch(`${at}/metrics`, { method: "POST" })).status).toBe(405);
  const host = await runHost({ render: renderStandIn });
  expect(await (await fetch(`${host.origin}/metrics`)).text()).not.toContain("# TYPE");
});
