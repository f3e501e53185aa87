import { expect, it } from "vitest";
import { asMarkdown, asText, column, ofThisMachine } from "../../tools/bench/report/table";

const table = {
  title: "Pages a second",
  columns: [column("page"), column("site : Express"), ofThisMachine("site/s")],
  rows: [
    ["/", "0.5", "1234"],
    ["/payment", "0.25", "617"],
  ],
};

it("a table is printed in columns, with what holds for this machine only", () => {
  expect(asText(table)).toBe(
    [
      "Pages a second",
      "page      site : Express  site/s here",
      "/                    0.5         1234",
      "/payment            0.25          617",
      "",
    ].join("\n"),
  );
});

it("the docs get the ratios only", () => {
  expect(asMarkdown(table)).toBe(
    ["Pages a second", "", "| page | site : Express |", "| --- | --: |", "| / | 0.5 |", "| /payment | 0.25 |", ""].join(
      "\n",
    ),
  );
});
