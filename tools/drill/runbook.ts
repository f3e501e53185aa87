import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { matchersIn, metricsNamed } from "../../tests/deploy/promql";
import { ROOT } from "../image/dockerfile";
import type { Scrape } from "./judge";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** What the runbook says under "Look" for each alert, a sentence a step. */
export function stepsOf(alert: string): string[] {
  const [, section = ""] = new RegExp(`^### ${alert}\\n([^#]*)`, "m").exec(read("docs/runbook.md")) ?? [];
  const [, look = ""] = /\*\*Look:\*\*([\s\S]*?)\n- \*\*/.exec(section) ?? [];
  return look
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(?<=[.?]) (?=[A-Z"`])/)
    .filter((step) => step !== "");
}

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

/** What somebody finds who does what a step says: lines of the log, and numbers of the dashboard's panels. */
export interface Evidence {
  log: readonly string[];
  first: Scrape;
  last: Scrape;
}

/** The outcome of a step, a line for each thing that it names. */
export function outcomeOf(step: string, evidence: Evidence): string[] {
  const texts = [...step.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => linesOf(text, evidence.log));
  const panels = [...step.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => panelOf(title, evidence));
  return [...texts, ...panels].flatMap((found) => found ?? []);
}

const MOST = 5;
const line = z.looseObject({ msg: z.string().optional() });

function parsed(text: string): z.output<typeof line> {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return { msg: text };
  }
}

/** A name in backticks that is no message, such as a field's, has no outcome of its own. */
function linesOf(text: string, log: readonly string[]): string[] | undefined {
  if (!text.includes(" ")) return undefined;
  const wanted = text.replace(/ …$/, "");
  const found = log.map(parsed).filter(({ msg }) => msg?.startsWith(wanted));
  if (found.length === 0) return [`the log has no "${text}"`];
  const firsts = new Map(found.toReversed().map((one) => [`${one.path} ${one.kind}`, one]));
  const lines = [...firsts.values()].slice(-MOST).map(withoutStack);
  return [`the log has "${text}" ${found.length} times, the first of each kind: ${lines.join("; ")}`];
}

function withoutStack({ time, level, err, ...facts }: z.output<typeof line>): string {
  const reason = z.object({ message: z.string() }).safeParse(err).data?.message;
  return JSON.stringify({ ...facts, err: reason });
}

function panelOf(title: string, { first, last }: Evidence): string[] | undefined {
  const panel = dashboard
    .parse(JSON.parse(read("deploy/grafana/vpn-checkout.json")))
    .panels.find((one) => one.title === title);
  if (panel === undefined) return undefined;
  const shown = panel.targets.flatMap(({ expr }) => changesOf(expr, first, last));
  const seen = [...new Set(shown)];
  return [`"${title}" shows ${seen.length === 0 ? "nothing" : seen.slice(0, MOST).join("; ")}`];
}

/** What an expression's series grew by, and what those that do not grow are; the most first. */
function changesOf(expression: string, first: Scrape, last: Scrape): string[] {
  if (expression.includes("_bucket")) return meansOf(expression, first, last);
  const isAskedFor = askedFor(expression);
  const found = [...last].flatMap(([instance, samples]) =>
    [...(samples ?? [])].flatMap(([series, value]): [string, number][] => {
      const name = series.split("{", 1)[0] ?? "";
      if (!isAskedFor(name, series)) return [];
      const isGrowing = /_(total|bucket|sum|count)$/.test(name);
      const change = isGrowing ? value - (first.get(instance)?.get(series) ?? 0) : value;
      return change > 0 ? [[`${series} ${isGrowing ? "+" : ""}${Number(change.toFixed(3))}`, change]] : [];
    }),
  );
  return found.toSorted(([, one], [, other]) => other - one).map(([text]) => text);
}

/** In place of quantiles, which few requests do not have: how long they took on average, the slowest first. */
function meansOf(expression: string, first: Scrape, last: Scrape): string[] {
  const isAskedFor = askedFor(expression.replaceAll("_bucket", "_count"));
  const found = [...last].flatMap(([instance, samples]) =>
    [...(samples ?? [])].flatMap(([series, value]): [string, number][] => {
      if (!isAskedFor(series.split("{", 1)[0] ?? "", series)) return [];
      const sum = series.replace("_count", "_sum");
      const before = first.get(instance);
      const times = value - (before?.get(series) ?? 0);
      const seconds = (samples?.get(sum) ?? 0) - (before?.get(sum) ?? 0);
      return times > 0 ? [[`${series} +${times}, ${(seconds / times).toFixed(2)} s each`, seconds / times]] : [];
    }),
  );
  return found.toSorted(([, one], [, other]) => other - one).map(([text]) => text);
}

/** Whether an expression asks for a series, as far as it says which values its labels have. */
function askedFor(expression: string): (name: string, series: string) => boolean {
  const names = metricsNamed(expression);
  const matchers = matchersIn(expression).filter(
    ({ label }) => label !== "job" && !new RegExp(`${label}\\s*!`).test(expression),
  );
  return (name, series) => {
    if (!names.includes(name)) return false;
    const own = matchers.filter(({ metric }) => metric === name);
    // A share asks for two things of one metric: either will do.
    return own.every(({ label }) =>
      own.some(
        (one) => one.label === label && one.values.some((value) => new RegExp(`${label}="(?:${value})"`).test(series)),
      ),
    );
  };
}
