import { expect, it } from "vitest";
import { billView, lineViews } from "~/offers/sale/line-views.server";
import { INVOICE_LINES } from "~/upstream/contract/invoices";

const TAX = { kind: "tax", amount: 10 } as const;

it("amounts are text, in the order of the lines; a trial has its length", () => {
  const lines = [
    { kind: "trial", amount: 0.99, period: { unit: "day", count: 3 } },
    { kind: "dueToday", amount: 0.99 },
  ] as const;
  expect(lineViews("en", lines, "USD")).toEqual([
    { kind: "trial", label: "Trial: 3 days", amount: "$0.99" },
    { kind: "dueToday", label: "Due today", amount: "$0.99\u00a0USD" },
  ]);
});

it("every line that an invoice can have has a name", () => {
  const items = INVOICE_LINES.map((kind) => ({ kind, amount: 1 }));
  expect(lineViews("en", items, "USD").map(({ label }) => label)).toEqual([
    "Price",
    "Discount",
    "Credit for your current plan",
    "Coupon",
    "Trial",
    "Includes tax",
    "Due today",
  ]);
});

it.each([
  ["VAT", 20, "Includes VAT (20%)"],
  ["MwSt.", 8.1, "Includes MwSt. (8.1%)"],
])("a tax is called %s, at its rate of %d", (name, rate, label) => {
  expect(lineViews("en", [{ ...TAX, name, rate }], "USD")).toEqual([{ kind: "tax", label, amount: "$10.00" }]);
});

it.each([{ name: "VAT" }, { rate: 20 }, {}])("of which only %j is known it has the local word", (known) => {
  expect(lineViews("en", [{ ...TAX, ...known }], "USD")[0]?.label).toBe("Includes tax");
});

it("on a bill the tax stands below the total, which is no line", () => {
  const lines = [
    { kind: "plan", amount: 80 } as const,
    { kind: "discount", amount: -20 } as const,
    { kind: "dueToday", amount: 60 } as const,
    { ...TAX, name: "VAT", rate: 20 },
  ];
  expect(billView("en", lines, { amount: 60, currency: "USD" })).toEqual({
    lines: [
      { kind: "plan", label: "Price", amount: "$80.00" },
      { kind: "discount", label: "Discount", amount: "−$20.00" },
    ],
    total: "$60.00\u00a0USD",
    tax: { kind: "tax", amount: "$10.00", label: "Includes VAT (20%)" },
  });
});

it("a price from which nothing is taken off is told once, as the total", () => {
  const lines = [{ kind: "plan", amount: 11.99 } as const, { kind: "dueToday", amount: 11.99 } as const];
  expect(billView("en", lines, { amount: 11.99, currency: "USD" }).lines).toEqual([]);
});
