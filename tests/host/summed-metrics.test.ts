import { expect, test } from "vitest";
import { Registry } from "~/exposition/registry.server";
import { summedMetrics } from "../../host/metrics/summed-metrics";
import { parseMetrics } from "../metrics/parsed";

/** A process that has counted so many requests, one of which took so many seconds, and whose event loop was that late. */
function processWith(requests: number, seconds: number): string {
  const registry = new Registry();
  const counter = registry.counter("requests_total", "All.", { route: ["home", "a b 1"] });
  for (let n = 0; n < requests; n += 1) counter.add({ route: "a b 1" });
  registry.histogram("request_seconds", "How long.", {}, [1, 5]).observe({}, seconds);
  registry.gauge("delay_seconds", "How late.", { quantile: ["0.5"] }, () => [[{ quantile: "0.5" }, seconds]]);
  registry.gauge("memory_bytes", "How big.", { kind: ["rss"] }, () => [[{ kind: "rss" }, 100]]);
  return registry.text();
}

test("counts, histograms and sizes of several processes add up; a delay is that of the latest", () => {
  const sum = parseMetrics(summedMetrics([processWith(2, 0.5), processWith(3, 4)]));
  expect(Object.fromEntries(sum)).toEqual({
    'requests_total{route="a b 1"}': 5,
    'request_seconds_bucket{le="1"}': 1,
    'request_seconds_bucket{le="5"}': 2,
    'request_seconds_bucket{le="+Inf"}': 2,
    request_seconds_sum: 4.5,
    request_seconds_count: 2,
    'delay_seconds{quantile="0.5"}': 4,
    'memory_bytes{kind="rss"}': 200,
  });
});

test("several processes are one site: as old as the oldest, of one build, and without the store where one misses it", () => {
  const processOf = (startedAt: number, hasStore: boolean) => {
    const registry = new Registry();
    registry.gauge("process_start_time_seconds", "When.", {}, () => [[{}, startedAt]]);
    registry.gauge("site_build_info", "Which.", { build: ["4f1d"] }, () => [[{ build: "4f1d" }, 1]]);
    registry.gauge("site_shared_store_up", "Whether.", {}, () => [[{}, Number(hasStore)]]);
    return registry.text();
  };
  const sum = parseMetrics(summedMetrics([processOf(100, true), processOf(170, false), processOf(101, true)]));
  expect(Object.fromEntries(sum)).toEqual({
    process_start_time_seconds: 100,
    'site_build_info{build="4f1d"}': 1,
    site_shared_store_up: 0,
  });
});

test("what one process alone has counted is told, and the text of one is as it was", () => {
  const one = processWith(1, 1);
  expect(summedMetrics([one])).toBe(one);
  expect(summedMetrics(["", one])).toBe(one);
  expect(summedMetrics([])).toBe("");
});
