import { expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeInvoice, makeResult } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { signedIn, withKey } from "./receipt-owner";
import { page, type Shown } from "./site";

/** What stands beside a label. */
const factOf = ({ see }: Shown, label: string) => see.queryByText(label)?.nextElementSibling;

/** Where the page's links to cancel lead to, without the footer's. */
const cancelLinks = ({ document }: Shown) =>
  [...document.querySelectorAll('main a[href*="/cancel"]')].map((link) => link.getAttribute("href"));

const OWNER = { user_id: 42, signed_time: "1767225600", sign: "a".repeat(64) };
const sold = {
  sale: "subscription",
  next: { on: "2027-11-21", amount: 59.99 },
  terms: "2026-11",
  appType: 502,
} as const;
const success = async (order: Parameters<typeof makeOrder>[0] = sold) =>
  page(`/paysuc?o=${await orderToken(makeOrder(order))}`);

it("after paying, the next payment, how to cancel and the terms agreed to are told", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ receipts: OWNER })));
  const shown = await success();
  expect(factOf(shown, "Next payment")?.textContent).toBe("$59.99 on November 21, 2027, then every year");
  expect(cancelLinks(shown)).toEqual([expect.stringMatching(/^\/cancel\?k=./)]);
  expect(factOf(shown, "Terms you agreed to")?.textContent).toBe("Version 2026-11");
  expect(factOf(shown, "Terms you agreed to")?.querySelector("a")?.href).toBe("https://www.example.com/terms/2026-11");
  expect(shown.see.getByText(/30-day money-back guarantee/)).toBeDefined();
});

it("where there are no receipts to look into, how to cancel is one of the facts", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({})));
  const shown = await success();
  expect(cancelLinks(shown)).toEqual(["/cancel"]);
  expect(factOf(shown, "How to cancel")?.querySelector("a")?.getAttribute("href")).toBe("/cancel");
});

it("the payments API knows the next payment better", async () => {
  const renewal = { on: "2027-12-01T12:00:00Z", amount: 64.5, currency: "EUR" };
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ renewal })));
  expect(factOf(await success(), "Next payment")?.textContent).toBe("€64.50 on December 1, 2027, then every year");
});

it("a sale that does not renew says so, and offers nothing to cancel", async () => {
  const shown = await success({ ...sold, sale: "once", next: undefined });
  expect(factOf(shown, "Next payment")?.textContent).toBe("None (your plan doesn’t renew)");
  expect(factOf(shown, "How to cancel")).toBeUndefined();
});

it("a receipt tells the same, as the payments API keeps it", async () => {
  upstream.use(
    answering(endpoints.invoiceList, {
      invoices: [
        makeInvoice({
          renewal: { on: "2027-01-31", amount: 59.99, currency: "USD" },
          terms_version: "2025-02",
          statement: "VPNCHECKOUT",
        }),
      ],
    }),
  );
  const shown = await page("/receipts/inv_1", await signedIn());
  expect(factOf(shown, "Next payment")?.textContent).toBe("$59.99 on January 31, 2027");
  expect(factOf(shown, "On your statement")?.textContent).toBe("VPNCHECKOUT");
  expect(factOf(shown, "Terms you agreed to")?.textContent).toBe("Version 2025-02");
});

it("a receipt of what never renews says so, and offers nothing to cancel", async () => {
  upstream.use(answering(endpoints.invoiceList, { invoices: [makeInvoice({ renews: false })] }));
  const shown = await page("/receipts/inv_1", await signedIn());
  expect(factOf(shown, "Next payment")?.textContent).toBe("None (your plan doesn’t renew)");
  expect(factOf(shown, "How to cancel")).toBeUndefined();
});

it("a receipt of an API that tells nothing of renewals promises nothing about them", async () => {
  upstream.use(answering(endpoints.invoiceList, { invoices: [makeInvoice({})] }));
  const shown = await page((await withKey()).replace("/receipts?", "/receipts/inv_1?"));
  expect([factOf(shown, "Next payment"), factOf(shown, "How to cancel")]).toEqual([undefined, undefined]);
});

it.each([
  ["DE", true],
  ["US", false],
  [undefined, false],
])(
  "a receipt of what was bought in %s tells the right to withdraw only where there is one",
  async (country_code, isTold) => {
    upstream.use(answering(endpoints.invoiceList, { invoices: [makeInvoice({ country_code })] }));
    const shown = await page("/receipts/inv_1", await signedIn());
    expect(shown.see.queryByText(/within 14 days/) !== null).toBe(isTold);
  },
);
