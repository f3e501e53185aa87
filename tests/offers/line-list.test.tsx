import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BillLines, LineList } from "~/offers/line-list";
import type { LineView } from "~/offers/sale/line-views.server";
import { type Language, show } from "../shell/stage";

function showLines(lines: LineView[], coupon?: string, lang: Language = "en") {
  show(<LineList lines={lines} coupon={coupon} />, { lang });
  const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
  const amounts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  return terms.map((term, row) => [term, amounts[row]]);
}

it("what is taken off is negative, and the coupon is named", () => {
  expect(showLines([{ kind: "coupon", label: "Coupon", amount: "-$11.00" }], "WELCOME20")).toEqual([
    ["CouponWELCOME20", "-$11.00"],
  ]);
});

it("an amount stays in one piece inside text of another direction", () => {
  showLines([{ kind: "dueToday", label: "Due today", amount: "$1.00" }], undefined, "ar");
  expect(screen.getByRole("definition").querySelector("bdi")).not.toBeNull();
});

it("the tax stands below the total, by its name", () => {
  const tax = { kind: "tax", amount: "$10.00", label: "Includes VAT (20%)" } as const;
  show(<BillLines bill={{ lines: [], total: "$60.00", tax }} label="Total" />);
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Total", "Includes VAT (20%)"]);
});
