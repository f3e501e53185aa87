import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isAged } from "../../tools/docs/looked-up";
import { RULES, SELLING_PAGE, sellingPage } from "../../tools/docs/selling-page";

const ROOT = join(import.meta.dirname, "../..");

it("docs/selling.md tells the rules as docs/selling-rules.json has them", () => {
  const isCurrent = readFileSync(SELLING_PAGE, "utf8") === sellingPage();
  expect(isCurrent, "docs/selling.md is out of date: run npm run docs:selling").toBe(true);
});

it.each(RULES)("was looked up in the last 180 days: $rule", (rule) => {
  expect(isAged(rule, new Date()), "look it up again, and write down the day").toBe(false);
});

it("a rule ages on the 180th day after it was looked up, and not sooner", () => {
  const rule = { lookedAt: "2026-11-25" };
  expect(isAged(rule, new Date("2027-05-23T23:59:59Z"))).toBe(false);
  expect(isAged(rule, new Date("2027-05-24T00:00:00Z"))).toBe(true);
});

it("nobody has looked a rule up in days to come", () => {
  expect(RULES.filter(({ lookedAt }) => new Date(lookedAt) > new Date())).toEqual([]);
});

it("every test that is said to hold a rule or to show it is there", () => {
  const paths = RULES.flatMap(({ heldBy, seenIn = [] }) => [...heldBy, ...seenIn]);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it("every rule that is seen in the journeys of the laws has one of its name there", () => {
  const laws = "tests/journeys/full/laws.journey.ts";
  const journeys = [...readFileSync(join(ROOT, laws), "utf8").matchAll(/^journey\.\w+\(\s*(["'])(.+?)\1,/gm)];
  const seenThere = RULES.filter(({ seenIn = [] }) => seenIn.includes(laws)).map(({ rule }) => rule);
  expect(journeys.map(([, , name]) => name).toSorted()).toEqual(seenThere.toSorted());
});

it("no rule is told twice", () => {
  expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length);
});

it("a page without a place for the rules is an error", () => {
  expect(() => sellingPage("# Selling")).toThrow("no place for: before");
});
