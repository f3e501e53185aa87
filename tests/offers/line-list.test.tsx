import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BillLines, LineList } from "~/offers/line-list";
import type { LineView } from "~/offers/sale/line-views.server";
import { INVOICE_LINES } from "~/upstream/contract/invoices";
import { type Language, show } from "../shell/stage";

function showLines(lines: LineView[], coupon?: string, lang: Language = "en") {
  show(<LineList lines={lines} coupon={coupon} />, { lang });
  const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
  const amounts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  return terms.map((term, row) => [term, amounts[row]]);
}

it("every line that an invoice can have has a name", () => {
  const named = showLines(INVOICE_LINES.map((kind) => ({ kind, amount: "$1.00" })));
  expect(named.map(([term]) => term)).toEqual([
    "Price",
    "Discount",
    "Credit for your current plan",
    "Coupon",
    "Trial",
    "Includes tax",
    "Due today",
  ]);
});

it("what is taken off is negative, and the coupon is named", () => {
  expect(showLines([{ kind: "coupon", amount: "-$11.00" }], "WELCOME20")).toEqual([["CouponWELCOME20", "-$11.00"]]);
});

it("a trial says how long it is, where that is known", () => {
  expect(showLines([{ kind: "trial", amount: "$0.99", period: { unit: "day", count: 3, n: "3" } }])).toEqual([
    ["Trial: 3 days", "$0.99"],
  ]);
});

it("an amount stays in one piece inside text of another direction", () => {
  showLines([{ kind: "dueToday", amount: "$1.00" }], undefined, "ar");
  expect(screen.getByRole("definition").querySelector("bdi")).not.toBeNull();
});

it("a line with a label of its own has that", () => {
  const tax = { kind: "tax", amount: "$10.00", label: "Includes VAT (20%)" } as const;
  expect(showLines([tax])).toEqual([["Includes VAT (20%)", "$10.00"]]);
  show(<BillLines bill={{ lines: [], total: "$60.00", tax }} label="Total" />);
  expect(screen.getAllByText("Includes VAT (20%)")).toHaveLength(2);
});
