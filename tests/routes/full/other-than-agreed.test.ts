import { expect, it } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { page } from "../site";

it.each(LOCALES.map(({ code }) => code))("it is said in %s", async (code) => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ amount: 69.99 })));
  const prefix = code === "en" ? "" : `/${code}`;
  const agreed = makeOrder({ sale: "subscription", next: { on: "2027-11-21", amount: 59.99 } });
  const { document } = await page(`${prefix}/paysuc?o=${await orderToken(agreed)}`);
  const notice = document.querySelector("section.notice");
  expect(notice?.querySelectorAll("dd")).toHaveLength(2);
  expect(notice?.textContent).not.toMatch(/otherTerms|\{\{/);
});
