import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { metricsNamed } from "../../tests/deploy/promql";
import { ROOT } from "../image/dockerfile";
import type { Samples } from "./place";

/** What each copy told at one moment; undefined where it did not answer. */
export type Scrape = ReadonlyMap<string, Samples | undefined>;

/** How long what happened between two readings goes on, each minute the same. */
export interface Spell {
  from: Scrape;
  to: Scrape;
  minutes: number;
}

const isCounter = (series: string): boolean => /_(total|bucket|sum|count)(\{|$)/.test(series);

/**
 * Whether an alert's own expression, in Prometheus' own reading, fires at any time while it goes on as it went in the drill.
 * @throws where promtool cannot be run
 */
export function fires(alert: string, spells: readonly Spell[]): boolean {
  const rule = ruleOf(alert);
  const minutes = spells.reduce((sum, spell) => sum + spell.minutes, 0);
  const firing = `count(ALERTS{alertname="${alert}", alertstate="firing"})`;
  const test = {
    interval: "1m",
    input_series: inputSeries(spells).filter(({ series }) =>
      metricsNamed(rule.expr).includes(series.split("{", 1)[0] ?? ""),
    ),
    promql_expr_test: [
      {
        expr: `max_over_time(${firing}[${minutes}m:1m]) > bool 0`,
        eval_time: `${minutes}m`,
        exp_samples: [{ labels: "{}", value: 1 }],
      },
    ],
  };
  const folder = mkdtempSync(join(tmpdir(), "drill-"));
  const file = join(folder, "drill.test.yml");
  const rules = join(folder, "alert.yml");
  writeFileSync(rules, stringify({ groups: [{ name: "drill", rules: [rule] }] }));
  writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: "1m", tests: [test] }));
  const { status, error } = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (error !== undefined) throw new Error("promtool cannot be run: apt-get install prometheus", { cause: error });
  return status === 0;
}

const ruleFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.looseObject({ alert: z.string(), expr: z.string() })) })),
});

/** The one rule as it stands: all of them over a day take minutes. */
function ruleOf(alert: string) {
  const { groups } = ruleFile.parse(parse(readFileSync(join(ROOT, "deploy/prometheus/alerts.yml"), "utf8")));
  const rule = groups.flatMap(({ rules }) => rules).find((one) => one.alert === alert);
  if (rule === undefined) throw new Error(`there is no alert ${alert}`);
  return rule;
}

function inputSeries(spells: readonly Spell[]): { series: string; values: string }[] {
  const scrapes = spells.flatMap(({ from, to }) => [from, to]);
  const instances = new Set(scrapes.flatMap((scrape) => [...scrape.keys()]));
  return [...instances].flatMap((instance) => {
    const names = new Set(scrapes.flatMap((scrape) => [...(scrape.get(instance)?.keys() ?? [])]));
    const up = spells.map(({ to, minutes }) => `${to.get(instance) === undefined ? 0 : 1}x${minutes}`);
    const told = [...names].map((name) => ({
      series: labelled(name, instance),
      values: valuesOf(
        name,
        spells.map(({ from, to, minutes }) => ({ from: from.get(instance), to: to.get(instance), minutes })),
      ),
    }));
    return [{ series: labelled("up", instance), values: up.join(" ") }, ...told];
  });
}

function labelled(series: string, instance: string): string {
  const [name = "", labels = ""] = series.split(/\{|\}$/);
  return `${name}{${['job="vpn-checkout"', `instance="${instance}:9464"`, labels].filter(Boolean).join(", ")}}`;
}

interface OneSpell {
  from: Samples | undefined;
  to: Samples | undefined;
  minutes: number;
}

/** In promtool's words: where it begins, and by how much it grows each minute. A counter of a copy that was started anew begins anew. */
function valuesOf(name: string, spells: readonly OneSpell[]): string {
  let reached: number | undefined;
  const parts = spells.map(({ from, to, minutes }) => {
    const end = to?.get(name);
    if (end === undefined) return `_x${minutes}`;
    if (!isCounter(name)) return `${number(end)}x${minutes}`;
    const begin = from?.get(name) ?? 0;
    const step = end < begin ? 0 : end - begin;
    const start: number = end < begin ? end : (reached ?? begin);
    reached = start + step * minutes;
    return `${number(start)}+${number(step)}x${minutes}`;
  });
  return parts.join(" ");
}

const number = (value: number): string => value.toFixed(6).replace(/\.?0+$/, "");
