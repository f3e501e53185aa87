import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Enough to move to the next version, and to try it. */
const MONTHS_BEFORE = 3;

function isNear(until: string, now: Date): boolean {
  const start = new Date(`${until}T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() - MONTHS_BEFORE);
  return now >= start;
}

const ledger = read("docs/advisories.md").split("\n## End of life\n")[1] ?? "";
const rows = [...ledger.matchAll(/^\| ([^|]*\d[^|]*) \| ([^|]+) \| ([^|]+) \|/gm)].map(
  ([, what = "", fixesEnd = "", until = ""]) => ({ what, fixesEnd, until: z.iso.date().parse(until) }),
);
const named = (name: string) => rows.find(({ what }) => new RegExp(`\\b${name}\\b`).test(what));

it.each(rows)("there is time to move on from $what: until $until", ({ until }) => {
  expect(isNear(until, new Date())).toBe(false);
});

it("three months before its end a version is near it, and not sooner", () => {
  expect(isNear("2028-04-30", new Date("2028-01-29T23:59:59Z"))).toBe(false);
  expect(isNear("2028-04-30", new Date("2028-01-30T00:00:00Z"))).toBe(true);
});

it("no date of the ledger is later than the end of fixes, where these have not ended yet", () => {
  const late = rows.filter(({ fixesEnd, until }) => /^[\d-]+$/.test(fixesEnd) && until > fixesEnd);
  expect(late).toEqual([]);
});

const versions = z.record(z.string(), z.string());
const { dependencies, engines } = z
  .object({ dependencies: versions, engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(read("package.json")));
const majorOf = (version = "") => /\d+/.exec(version)?.[0];

it("the ledger has the versions that the site is made of", () => {
  const used = [
    `Node ${majorOf(engines.node)}`,
    `Remix ${majorOf(dependencies["@remix-run/react"])}`,
    `React ${majorOf(dependencies.react)}`,
    `Express ${majorOf(dependencies.express)}`,
  ];
  expect(used.filter((name) => named(name) === undefined)).toEqual([]);
});

it("the image runs the Node that the ledger says it does, and that still gets fixes", () => {
  const [, major] = /^ARG NODE=node:(\d+)-/m.exec(read("deploy/Dockerfile")) ?? [];
  const row = named(`Node ${major}`);
  expect(row?.what).toContain("(the image)");
  expect(row?.fixesEnd).toBe(row?.until);
});
