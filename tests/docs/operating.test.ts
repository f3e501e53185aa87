import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sourcesIn } from "../structure/sources";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "docs/operating.md"), "utf8");

/** Every match's first group. */
const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

it("the lines of the log that the guide tells of are logged so", () => {
  const told = all(/^\| "([^"]+)" \(\d0\)/gm);
  const logged = ["app", "host"].flatMap(sourcesIn).map((source) => source.text);
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter((message) => !logged.some((source) => source.includes(`"${message}"`)))).toEqual([]);
});

it("every source that the guide names is there", () => {
  const paths = all(/`((?:app|host|sandbox|tests)\/[^`]*)`/g);
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
