import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const linesOf = (file: string) => readFileSync(join(ROOT, "docs", file), "utf8").split("\n");

/** By section, how many requirements of levels 1 and 2 ASVS 5.0.0 has: they are numbered from 1, those of level 3 come last. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2 },
  ...{ "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2 },
  ...{ "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3 },
  ...{ "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4 },
  ...{ "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2 },
  ...{ "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1 },
  ...{ "9.1": 3, "9.2": 4 },
  ...{ "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3 },
  ...{ "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1 },
  ...{ "12.1": 3, "12.2": 2, "12.3": 4 },
  ...{ "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5 },
  ...{ "14.1": 2, "14.2": 4, "14.3": 3 },
  ...{ "15.1": 3, "15.2": 3, "15.3": 7 },
  ...{ "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3 },
  ...{ "17.1": 1, "17.2": 4, "17.3": 2 },
};

const numbersFrom = (section: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`);

const ALL = Object.entries(SECTIONS).flatMap(([section, count]) => numbersFrom(section, 1, count));

/** The requirements a row names: "1.2.6 … 1.2.8, 1.3.1". */
const named = (cell: string): string[] =>
  cell.split(", ").flatMap((piece) => {
    const [from = "", to = from] = piece.split(" … ");
    const [, section = "", first] = /^(\d+\.\d+)\.(\d+)$/.exec(from) ?? [];
    return numbersFrom(section, Number(first), Number(to.slice(section.length + 1)));
  });

const START = "| v5.0.0-";
const rows = linesOf("security.md")
  .filter((line) => line.startsWith(START))
  .map((line) => line.slice(START.length).split(" | "));
/** Rows of the list of what is not met tell the level in the second cell. */
const isNotMet = ([, second = ""]: string[]) => /^\d(, \d)*$/.test(second);
const table = rows.filter((row) => !isNotMet(row));
const notMet = rows.filter(isNotMet).flatMap(([cell = ""]) => named(cell));

describe("the table of ASVS", () => {
  it("has every requirement of levels 1 and 2 once", () => {
    expect(ALL).toHaveLength(253);
    expect(table.flatMap(([cell = ""]) => named(cell)).toSorted()).toEqual(ALL.toSorted());
  });

  it("says in each row what is asked and what holds it", () => {
    const isBlank = (cell: string) => cell.replace("|", "").trim() === "";
    expect(table.filter((row) => row.length !== 3 || row.some(isBlank))).toEqual([]);
  });

  it("calls not met what the list of those tells, and nothing else", () => {
    const marked = table
      .filter(([, , held = ""]) => held.includes("**not met**"))
      .flatMap(([cell = ""]) => named(cell));
    expect(marked.toSorted()).toEqual(notMet.toSorted());
  });
});

it.each(["security.md", "advisories.md", "selling.md", "adding.md"])(
  "every file that docs/%s names is there",
  (file) => {
    const paths = [
      ...linesOf(file)
        .join("\n")
        .matchAll(/`((?:app|docs|tests)\/[^`]*)`/g),
    ].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !path.includes("<") && !existsSync(join(ROOT, path)))).toEqual([]);
  },
);
