import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { OrderSummary } from "~/offers/order-summary";
import type { SummaryView } from "~/offers/sale/summary-view.server";
import { brandOf } from "~/visitor/brand/brands.server";
import { show } from "../shell/stage";

const VIEW: SummaryView = {
  period: { unit: "year", count: 1, n: "1" },
  short: [],
  lines: [],
  dueToday: "$40.00",
  firstCharge: "today",
  next: ["Renews tomorrow.", "Cancel today."],
  trust: [],
  agreement: "",
};

function showSummary(view: Partial<SummaryView> = {}, brand = brandOf(502)): string {
  const { container } = show(<OrderSummary summary={{ ...VIEW, ...view }} />, { frame: { brand } });
  return container.textContent ?? "";
}
const amountOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

it("each line says what it is and how much", () => {
  showSummary({
    short: [],
    lines: [
      { kind: "plan", label: "Price", amount: "$119.88" },
      { kind: "deduction", label: "Credit for your current plan", amount: "-$19.99" },
      { kind: "dueToday", label: "Due today", amount: "$40.00" },
    ],
  });
  expect(amountOf("Price")).toBe("$119.88");
  expect(amountOf("Credit for your current plan")).toBe("-$19.99");
  expect(amountOf("Due today")).toBe("$40.00");
});

it("what follows is said, each sentence in a paragraph of its own", () => {
  showSummary();
  for (const text of VIEW.next) expect(screen.getByText(text).tagName).toBe("P");
});

it("that tax is included is said where somebody is charged and no line says how much", () => {
  expect(showSummary()).toContain("Tax included.");
  expect(showSummary({ firstCharge: "never" })).not.toContain("Tax included.");
  expect(showSummary({}, brandOf(114)), "a brand that does not promise it").not.toContain("Tax included.");
});
