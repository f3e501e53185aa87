import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { lineItems, lineViews } from "~/offers/line-items";
import { OrderSummary } from "~/offers/order-summary";
import type { SummaryView } from "~/offers/sale/summary-view.server";
import { show } from "../shell/stage";
import { makeBaseOffer } from "./builders";

const VIEW: SummaryView = {
  period: { unit: "year", count: 1, n: "1" },
  lines: [],
  dueToday: "$40.00",
  firstCharge: "today",
  next: ["Renews tomorrow.", "Cancel today."],
  agreement: "",
};

function showSummary(view: Partial<SummaryView> = {}): string {
  const { container } = show(<OrderSummary summary={{ ...VIEW, ...view }} />);
  return container.textContent ?? "";
}
const amountOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

it("each line says what it is and how much", () => {
  const offer = makeBaseOffer({ price_discount_amount: 40, price_deduction_amount: 19.99 });
  showSummary({ lines: lineViews("en", lineItems(offer), "USD") });
  expect(amountOf("Regular price")).toBe("$119.88");
  expect(amountOf("Discount")).toBe("-$59.89");
  expect(amountOf("Credit for your current plan")).toBe("-$19.99");
  expect(amountOf("Due today")).toBe("$40.00");
});

it("the length of a trial stands in its line", () => {
  const offer = makeBaseOffer({ trial_price: 0.99, trial_days: 3 });
  showSummary({ lines: lineViews("en", lineItems(offer), "USD") });
  expect(amountOf("Trial: 3 days")).toBe("$0.99");
});

it("what follows is said, each sentence in a paragraph of its own", () => {
  showSummary();
  for (const text of VIEW.next) expect(screen.getByText(text).tagName).toBe("P");
});

it("that tax is included is said where somebody is charged and no line says how much", () => {
  expect(showSummary()).toContain("Tax is included.");
  expect(showSummary({ firstCharge: "never" })).not.toContain("Tax is included.");
});
