import { expect, it } from "vitest";
import { oneOf, Registry } from "~/exposition/registry.server";
import { parseMetrics } from "./parsed";

it("nothing counted is told without a sample", () => {
  const registry = new Registry();
  registry.counter("a_total", "What a is.", { kind: ["x"] });
  expect(registry.text()).toBe("# HELP a_total What a is.\n# TYPE a_total counter\n");
});

it("a counter counts each set of labels by itself", () => {
  const registry = new Registry();
  const counter = registry.counter("a_total", "a", { kind: ["x", "y"], way: ["in", "out"] });
  counter.add({ kind: "x", way: "in" });
  counter.add({ way: "in", kind: "x" });
  counter.add({ kind: "y", way: "out" });
  expect([...parseMetrics(registry.text())]).toEqual([
    ['a_total{kind="x",way="in"}', 2],
    ['a_total{kind="y",way="out"}', 1],
  ]);
});

it("a counter may tell all of its series from the start", () => {
  const registry = new Registry();
  const counter = registry.counter("a_total", "a", { kind: ["x", "y"], way: ["in"] }).fromZero();
  counter.add({ kind: "y", way: "in" });
  registry.counter("b_total", "b", {}).fromZero();
  expect([...parseMetrics(registry.text())]).toEqual([
    ['a_total{kind="x",way="in"}', 0],
    ['a_total{kind="y",way="in"}', 1],
    ["b_total", 0],
  ]);
});

it("a counter may tell one of its series from the start", () => {
  const registry = new Registry();
  const counter = registry.counter("a_total", "a", { kind: ["x", "y"] });
  counter.begin({ kind: "y" });
  expect([...parseMetrics(registry.text())]).toEqual([['a_total{kind="y"}', 0]]);
  counter.add({ kind: "y" });
  counter.begin({ kind: "y" });
  expect([...parseMetrics(registry.text())]).toEqual([['a_total{kind="y"}', 1]]);
});

it("what somebody else counts is told as a counter", () => {
  const registry = new Registry();
  registry.countedElsewhere("a_total", "a", {}, () => [[{}, 7.5]]);
  expect(registry.text()).toBe("# HELP a_total a\n# TYPE a_total counter\na_total 7.5\n");
});

it("a registry knows its metrics and their labels, told or not", () => {
  const registry = new Registry();
  registry.counter("a_total", "a", { kind: ["x", "y"] });
  expect(registry.known()).toEqual([{ name: "a_total", type: "counter", labels: { kind: ["x", "y"] } }]);
});

it("a histogram's buckets hold all that is not above them", () => {
  const registry = new Registry();
  const histogram = registry.histogram("a_seconds", "a", { kind: ["x"] }, [0.1, 1]);
  for (const seconds of [0.1, 0.5, 2]) histogram.observe({ kind: "x" }, seconds);
  expect([...parseMetrics(registry.text())]).toEqual([
    ['a_seconds_bucket{kind="x",le="0.1"}', 1],
    ['a_seconds_bucket{kind="x",le="1"}', 2],
    ['a_seconds_bucket{kind="x",le="+Inf"}', 3],
    ['a_seconds_sum{kind="x"}', 2.6],
    ['a_seconds_count{kind="x"}', 3],
  ]);
});

it("a gauge is what it is when it is asked for", () => {
  const registry = new Registry();
  let level = 1;
  registry.gauge("a", "a", {}, () => [[{}, level]]);
  expect(parseMetrics(registry.text()).get("a")).toBe(1);
  level = 0.5;
  expect(parseMetrics(registry.text()).get("a")).toBe(0.5);
});

it("quotes, backslashes and line ends are escaped", () => {
  const registry = new Registry();
  registry.counter("a_total", 'one\\two\n"three"', { kind: ['\\"\n'] }).add({ kind: '\\"\n' });
  expect(registry.text()).toBe(
    '# HELP a_total one\\\\two\\n"three"\n# TYPE a_total counter\na_total{kind="\\\\\\"\\n"} 1\n',
  );
  expect(parseMetrics(registry.text()).size).toBe(1);
});

it("a metric that is made again is told once", () => {
  const registry = new Registry();
  registry.counter("a_total", "a", {}).add({});
  registry.counter("a_total", "a", {});
  expect(parseMetrics(registry.text()).size).toBe(0);
});

it("a value out of no list becomes another one", () => {
  expect(oneOf(["a", "b"], "b", "other")).toBe("b");
  expect(oneOf(["a", "b"], "buyer@example.com", "other")).toBe("other");
});
