import { describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeInvoice } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { signedIn, withKey } from "./receipt-owner";
import { page, type Shown } from "./site";

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;

/** What stands beside a label. */
const factOf = ({ see }: Shown, label: string) => see.getByText(label).nextElementSibling?.textContent;

const listing = (invoice: Parameters<typeof makeInvoice>[0]) =>
  upstream.use(answering(endpoints.invoiceList, { invoices: [makeInvoice(invoice)] }));

describe("a receipt", () => {
  it("says who sold what to whom, when, for how much, and what that is made of", async () => {
    listing({
      seller: "Example Networks Ltd, London",
      buyer_email: "member@example.com",
      lines: [
        { kind: "plan", amount: 119.88 },
        { kind: "discount", amount: -59.89 },
        { kind: "dueToday", amount: 59.99 },
        { kind: "tax", amount: 10 },
      ],
    });
    const shown = await page("/receipts/inv_1", await signedIn());
    expect([shown.answer.status, headingOf(shown)]).toEqual([200, "Receipt"]);
    const labels = ["Date", "Receipt number", "Order", "Sold by", "Sold to", "Price", "Discount", "Total"];
    expect(labels.map((label) => factOf(shown, label))).toEqual([
      "January 31, 2026",
      "inv_1",
      "ord_1",
      "Example Networks Ltd, London",
      "member@example.com",
      "$119.88",
      "−$59.89",
      "$59.99\u00a0USD",
    ]);
    expect(factOf(shown, "Includes tax")).toBe("$10.00");
    expect(shown.see.getByRole("heading", { name: "VPN Master · 1 year" })).toBeDefined();
    expect(shown.see.getByText("Paid")).toBeDefined();
  });

  it("has what went back of it, by the credit notes' numbers and days", async () => {
    listing({
      status: "refunded",
      credit_notes: [
        { credit_note_id: "CN-000007", issued_at: "2026-02-02T23:30:00Z", issued_day: "2026-02-03", amount: 9.99 },
        { credit_note_id: "CN-000012", issued_at: "2026-02-28T12:00:00Z", amount: 50 },
      ],
    });
    const shown = await page("/receipts/inv_1", await signedIn());
    expect(["CN-000007", "CN-000012"].map((id) => factOf(shown, `Credit note ${id}`))).toEqual([
      "$9.99 on February 3, 2026",
      "$50.00 on February 28, 2026",
    ]);
  });

  it("names its tax, and the rate, where the payments API does", async () => {
    listing({
      lines: [
        { kind: "dueToday", amount: 59.99 },
        { kind: "tax", amount: 10.41, name: "MwSt.", rate: 21 },
      ],
    });
    expect(factOf(await page("/receipts/inv_1", await signedIn()), "Includes MwSt. (21%)")).toBe("$10.41");
  });

  it("of which little is known has its total, and the brand's company as seller", async () => {
    listing({});
    const shown = await page("/receipts/inv_1", await signedIn());
    expect([factOf(shown, "Sold by"), factOf(shown, "Total")]).toEqual([
      "VPN Master Ltd., 2 Test Street, Exampleton",
      "$59.99\u00a0USD",
    ]);
    expect(shown.see.queryByText("Sold to")).toBeNull();
  });

  it("can be printed without scripts, and leads back to all receipts", async () => {
    const { see } = await page("/receipts/inv_1", await signedIn());
    expect(see.getByText(/from your browser’s menu/)).toBeDefined();
    expect(see.getByRole("link", { name: "All receipts" }).getAttribute("href")).toBe("/receipts");
  });

  it("opens with the key alone, which the way back keeps", async () => {
    const address = await withKey("/receipts/inv_1");
    const { answer, see } = await page(address);
    const back = new URL(
      see.getByRole("link", { name: "All receipts" }).getAttribute("href") ?? "",
      env().publicOrigin,
    );
    expect([answer.status, back.pathname]).toEqual([200, "/receipts"]);
    expect(back.search).toBe(new URL(address, env().publicOrigin).search);
  });

  it("is nobody's without a session or a key", async () => {
    const shown = await page("/receipts/inv_1");
    expect(headingOf(shown)).toBe("Your receipts");
    expect(shown.html).not.toContain("$59.99");
    expect(shown.see.getByRole("link", { name: "All receipts" }).getAttribute("href")).toBe("/receipts");
  });
});

it.each(["inv_2", "INV_1", "..%2Fpayment", "%3Cb%3E", "__proto__", "a".repeat(500)])(
  "a receipt that is not the asker's is not found, with a way back: %s",
  async (id) => {
    const shown = await page(`/receipts/${id}`, await signedIn());
    expect([shown.answer.status, headingOf(shown)]).toEqual([404, "We can’t find this receipt"]);
    expect(shown.see.getByRole("link", { name: "All receipts" })).toBeDefined();
  },
);

it("a session that has ended shows no receipt", async () => {
  upstream.use(refusing(endpoints.invoiceList, 401, makeApiError({ code: 401 })));
  const shown = await page("/receipts/inv_1", await signedIn());
  expect([shown.answer.status, headingOf(shown)]).toEqual([403, "Please open your receipts again"]);
});

it("while the payments API is away there is a page to try again from", async () => {
  upstream.use(refusing(endpoints.invoiceList, 503));
  const shown = await page("/receipts/inv_1", await signedIn());
  expect([shown.answer.status, headingOf(shown)]).toEqual([503, "We can’t show your receipts right now"]);
  expect(shown.see.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/receipts/inv_1");
});
