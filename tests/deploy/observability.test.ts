import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { appMetrics } from "~/metrics/metrics.server";
import "~/page-cache/page-cache.server";
import "~/store/redis.server";
import "~/upstream/client/call-outcomes.server";
import { hostMetrics } from "../../host/metrics/request-metrics";
import { measureProcess, tellBuild } from "../../host/metrics/site-metrics";
import "../../host/overload/overload";
import "../../host/start/workers/workers";
import { paymentsMetrics } from "../../payments/metrics/counters";
import { standingMetrics } from "../../payments/metrics/read-metrics";
import { needsTool } from "../../tools/image/installed";
import { BUILD } from "../host/running-host";
import { labelsNamed, matchersIn, metricsNamed } from "./promql";
import { ALERT_TESTS, expectGood } from "./promtool";

const ROOT = resolve(import.meta.dirname, "../..");
const textOf = (...path: string[]): string => readFileSync(join(ROOT, ...path), "utf8");

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.object({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.object({ summary: z.string().min(1), description: z.string().min(1), runbook_url: z.url() }),
});
const RULES = ["alerts.yml", "payments-alerts.yml"];
const ruleFile = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) });
const alerts = RULES.flatMap((file) => ruleFile.parse(parse(textOf("deploy/prometheus", file))).groups).flatMap(
  ({ rules }) => rules,
);

const panel = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string().min(1).optional(),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }).optional(),
  targets: z.array(z.object({ expr: z.string() })).default([]),
});
const dashboard = z
  .object({
    panels: z.array(panel),
    templating: z.object({ list: z.array(z.object({ name: z.string(), definition: z.string().optional() })) }),
    annotations: z.object({ list: z.array(z.object({ expr: z.string().optional() })) }),
  })
  .parse(JSON.parse(textOf("deploy/grafana/vpn-checkout.json")));

const shown = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.flatMap(({ expr }) => expr ?? []),
  ...dashboard.templating.list.flatMap(({ definition }) => definition?.replace(/^label_values\((.*)\)$/, "$1") ?? []),
];
const expressions = [...alerts.map(({ expr }) => expr), ...shown];

/** Every metric of the site and of our own payments API, once. */
function allMetrics() {
  measureProcess();
  tellBuild(BUILD);
  const ofPayments = standingMetrics({ all: () => [] }, () => undefined);
  const all = [appMetrics, hostMetrics, paymentsMetrics, ofPayments].flatMap((registry) => registry.known());
  return [...new Map(all.map((metric) => [metric.name, metric])).values()];
}
const METRICS = allMetrics();

/** The labels of every series that is told, with the values that each may have; undefined where Prometheus sets them. */
function reportedSeries(): Map<string, Map<string, readonly string[] | undefined>> {
  const byPrometheus: [string, undefined][] = [
    ["job", undefined],
    ["instance", undefined],
  ];
  const families = METRICS.flatMap(({ name, type, labels }) => {
    const all = new Map<string, readonly string[] | undefined>([...byPrometheus, ...Object.entries(labels)]);
    const endings = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    return endings.map((ending): [string, typeof all] => [
      name + ending,
      ending === "_bucket" ? new Map([...all, ["le", undefined]]) : all,
    ]);
  });
  return new Map([["up", new Map(byPrometheus)], ...families]);
}
const told = reportedSeries();

it.each(expressions)("what is asked for is told: %s", (expression) => {
  const labels = new Set([...told.values()].flatMap((known) => [...known.keys()]));
  expect(metricsNamed(expression).filter((name) => !told.has(name))).toEqual([]);
  expect(labelsNamed(expression).filter((name) => !labels.has(name))).toEqual([]);
  for (const { metric, label, values } of matchersIn(expression)) {
    expect([metric, label, told.get(metric)?.has(label)]).toEqual([metric, label, true]);
    const known = told.get(metric)?.get(label);
    const isKnown = (value: string) =>
      known === undefined || known.some((one) => new RegExp(`^(?:${value})$`).test(one));
    expect([metric, label, values.filter((value) => !isKnown(value))]).toEqual([metric, label, []]);
  }
});

it("what an expression names is found", () => {
  const expression =
    'sum by (route, le) (rate(a_seconds_bucket{route=~"home|5..", b!="x"}[5m])) > 2 and on (c) up == 1';
  expect(metricsNamed(expression)).toEqual(["a_seconds_bucket", "up"]);
  expect(labelsNamed(expression)).toEqual(["route", "le", "c"]);
  expect(matchersIn(expression)).toEqual([
    { metric: "a_seconds_bucket", label: "route", values: ["home", "5.."] },
    { metric: "a_seconds_bucket", label: "b", values: ["x"] },
  ]);
});

it("every metric is on the dashboard", () => {
  const named = shown.flatMap(metricsNamed).map((name) => name.replace(/_(bucket|sum|count)$/, ""));
  const known = METRICS.map(({ name }) => name);
  expect(known.filter((name) => !named.includes(name))).toEqual([]);
});

it("docs/metrics.md has every metric with its labels, and no other", () => {
  const rows = [...textOf("docs/metrics.md").matchAll(/^\| `(\w+)` \| ([^|]*)\|/gm)];
  const written = rows.map(([, name, labels = ""]) => [
    name,
    ...[...labels.matchAll(/`(\w+)`/g)].map(([, one]) => one),
  ]);
  const known = METRICS.map(({ name, labels }) => [name, ...Object.keys(labels)]);
  expect(written.toSorted()).toEqual(known.toSorted());
});

it("every panel says in a sentence what it shows, and in which unit", () => {
  const bare = dashboard.panels.filter(
    ({ type, description, fieldConfig }) => type !== "row" && !(description && fieldConfig),
  );
  expect(bare.map(({ title }) => title)).toEqual([]);
});

describe("the runbook", () => {
  const sections = [...textOf("docs/runbook.md").matchAll(/^### (.+)\n([^#]*)/gm)];

  it("has a section for every alert, and for nothing else", () => {
    expect(sections.map(([, title]) => title).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });

  const namedIn = (alert: string) => sections.find(([, title]) => title === alert)?.[2] ?? "";
  const unnamed = (alert: string, names: readonly string[]) =>
    names.filter((name) => !namedIn(alert).includes(`\`${name}\``));

  it("says what each round does, and what was given up of each queue", () => {
    expect(unnamed("RoundsFailing", told.get("payments_rounds_total")?.get("round") ?? [])).toEqual([]);
    expect(unnamed("GivenUp", told.get("payments_given_up")?.get("queue") ?? [])).toEqual([]);
  });

  it("is where alerts lead to", () => {
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toMatch(new RegExp(`/docs/runbook\\.md#${alert.toLowerCase()}$`));
  });

  it.each(sections.map(([, title = "", text = ""]) => [title, text]))(
    "says of %s what it means, what to look at, what to do and when it is over",
    (_, text) => {
      for (const part of ["**Buyers:**", "**Look:**", "**Do:**", "**Over:**"]) expect(text).toContain(part);
    },
  );
});

it("every alert has a test of promtool in which it fires", () => {
  const tested = ALERT_TESTS.map((file) => textOf("deploy/prometheus", file)).join("");
  expect(alerts.filter(({ alert }) => !tested.includes(`alertname="${alert}"`)).map(({ alert }) => alert)).toEqual([]);
});

describe("promtool", needsTool("promtool"), () => {
  it.each([["check", "config", "prometheus.yml"], ...RULES.map((file) => ["check", "rules", file])])(
    "%s %s %s",
    (...args) => {
      expectGood(...args);
    },
  );
});
