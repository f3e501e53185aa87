import { expect, it } from "vitest";
import { billView, lineViews } from "~/offers/sale/line-views.server";

const TAX = { kind: "tax", amount: 10 } as const;

it("amounts are text, in the order of the lines; a trial has its length", () => {
  const lines = [
    { kind: "trial", amount: 0.99, period: { unit: "day", count: 3 } },
    { kind: "dueToday", amount: 0.99 },
  ] as const;
  expect(lineViews("en", lines, "USD")).toEqual([
    { kind: "trial", amount: "$0.99", period: { unit: "day", count: 3, n: "3" } },
    { kind: "dueToday", amount: "$0.99\u00a0USD" },
  ]);
});

it.each([
  ["VAT", 20, "of which VAT (20%)"],
  ["MwSt.", 8.1, "of which MwSt. (8.1%)"],
])("a tax is called %s, at its rate of %d", (name, rate, label) => {
  expect(lineViews("en", [{ ...TAX, name, rate }], "USD")).toEqual([{ ...TAX, amount: "$10.00", label }]);
});

it.each([{ name: "VAT" }, { rate: 20 }, {}])("of which only %j is known it has the local word", (known) => {
  expect(lineViews("en", [{ ...TAX, ...known }], "USD")[0]?.label).toBeUndefined();
});

it("on a bill the tax stands below the total, which is no line", () => {
  const lines = [
    { kind: "plan", amount: 60 } as const,
    { kind: "dueToday", amount: 60 } as const,
    { ...TAX, name: "VAT", rate: 20 },
  ];
  expect(billView("en", lines, { amount: 60, currency: "USD" })).toEqual({
    lines: [{ kind: "plan", amount: "$60.00" }],
    total: "$60.00\u00a0USD",
    tax: { kind: "tax", amount: "$10.00", label: "of which VAT (20%)" },
  });
});
