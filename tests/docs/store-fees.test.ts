import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DEADLINES, FEES } from "../../payments/store-reports/rules";
import { FEES_PAGE, feesPage } from "../../tools/docs/fees-page";
import { isAged } from "../../tools/docs/looked-up";

const ROWS = [
  ...FEES.map((row) => ({ name: `${row.store} ${row.programme}`, ...row })),
  ...DEADLINES.map((row) => ({ name: `${row.store}, ${row.what}`, ...row })),
];

it("docs/store-reports.md has the tables of docs/store-fees.json", () => {
  expect(readFileSync(FEES_PAGE, "utf8") === feesPage(), "run npm run docs:fees").toBe(true);
});

it.each(ROWS)("was looked up in the last 180 days: $name", (row) => {
  expect(isAged(row, new Date()), "look it up again, and write down the day").toBe(false);
});

it("nobody has looked a row up in days to come", () => {
  expect(ROWS.filter(({ lookedAt }) => new Date(lookedAt) > new Date())).toEqual([]);
});

it("every store has a deadline for its transactions", () => {
  expect(
    DEADLINES.filter(({ what }) => what === "transaction")
      .map(({ store }) => store)
      .toSorted(),
  ).toEqual(["apple", "google"]);
});
