import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { buyHere } from "./buy";
import { journey } from "./journey";
import { expectPaidOnce } from "./ledger";
import { expectSent, lettersTo, openReceipt, sendReceipt } from "./receipt-steps";
import type { Visitor } from "./visitor";

const someMailbox = () => `mailbox-${randomUUID()}@example.com`;

/** Buys without an account. @returns the link to the receipts that the success page shows */
async function buy(visitor: Visitor): Promise<string> {
  await visitor.open("/payment/monthly");
  await buyHere(visitor);
  return visitor.page.getByRole("textbox", { name: visitor.t("paysuc:access.link") }).inputValue();
}

journey(
  "whoever bought without an account has their receipts by a link, in any browser",
  { lang: "de" },
  async (trip) => {
    const { visitor } = trip;
    const link = await buy(visitor);
    const order = await expectPaidOnce(visitor);
    expect(await lettersTo(visitor, visitor.email)).toHaveLength(1);
    await trip.elsewhere(async (there) => {
      await there.page.goto(link);
      await openReceipt(there, order);
      const to = someMailbox();
      await sendReceipt(there, to);
      await expectSent(there, to, order);
      await there.page.reload();
      await expectSent(there, to, order);
    });
  },
);

journey.withoutScripts(
  "a receipt is sent three times an hour, and a fourth time is told when to come back",
  { statuses: [429] },
  async ({ visitor, page }) => {
    await page.goto(await buy(visitor));
    const order = await expectPaidOnce(visitor);
    for (const to of [someMailbox(), someMailbox(), someMailbox()]) {
      await sendReceipt(visitor, to);
      await expectSent(visitor, to, order);
    }
    const tooOften = someMailbox();
    await sendReceipt(visitor, tooOften);
    await page
      .getByRole("alert")
      .getByText(/^Too many receipts have been sent\. You can send this one again in /)
      .waitFor();
    expect(await page.getByRole("textbox", { name: visitor.t("receipts:sendTo") }).inputValue()).toBe(tooOften);
    expect(await lettersTo(visitor, tooOften)).toEqual([]);
  },
);

journey.withoutScripts(
  "nobody sees receipts without a link, or with a wrong one",
  { statuses: [404] },
  async ({ visitor, page }) => {
    const link = await buy(visitor);
    await visitor.open("/receipts");
    await visitor.expectText(visitor.t("receipts:byLink"));
    for (const wrong of [link.slice(0, -3), `${link}x`, "/receipts?k="]) {
      await page.goto(wrong);
      await visitor.expectHeading(visitor.t("receipts:brokenKey.title"));
    }
    const { pathname, search } = new URL(link);
    await page.goto(`${pathname}/INV-999999${search}`);
    await visitor.expectHeading(visitor.t("receipts:unknown.title"));
  },
);
