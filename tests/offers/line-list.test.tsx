import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { lineViews, type PlainLine } from "~/offers/line-items";
import { LineList } from "~/offers/line-list";
import { INVOICE_LINES } from "~/upstream/contract/invoices";
import { type Language, show } from "../shell/stage";

function showLines(lines: PlainLine[], coupon?: string, lang: Language = "en") {
  show(<LineList lines={lineViews(lang, lines, "USD")} coupon={coupon} />, { lang });
  const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
  const amounts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  return terms.map((term, row) => [term, amounts[row]]);
}

it("every line that an invoice can have has a name", () => {
  const named = showLines(INVOICE_LINES.map((kind) => ({ kind, amount: 1 })));
  expect(named.map(([term]) => term)).toEqual([
    "Regular price",
    "Discount",
    "Credit for your current plan",
    "Coupon",
    "Trial",
    "of which tax",
    "Due today",
  ]);
});

it("what is taken off is negative, and the coupon is named", () => {
  expect(showLines([{ kind: "coupon", amount: -11 }], "WELCOME20")).toEqual([["CouponWELCOME20", "-$11.00"]]);
});

it("a trial says how long it is, where that is known", () => {
  expect(showLines([{ kind: "trial", amount: 0.99, period: { unit: "day", count: 3 } }])).toEqual([
    ["Trial: 3 days", "$0.99"],
  ]);
});

it("an amount stays in one piece inside text of another direction", () => {
  showLines([{ kind: "dueToday", amount: 1 }], undefined, "ar");
  expect(screen.getByRole("definition").querySelector("bdi")).not.toBeNull();
});
