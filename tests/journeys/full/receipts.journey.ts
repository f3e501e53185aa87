import { expect } from "vitest";
import { journey } from "../journey";
import { expectPaidOnce } from "../ledger";
import { buyWithoutAccount, expectSent, lettersTo, sendReceipt, someMailbox } from "../receipt-steps";

journey.withoutScripts(
  "a receipt is sent three times an hour, and a fourth time is told when to come back",
  { statuses: [429] },
  async ({ visitor, page }) => {
    await page.goto(await buyWithoutAccount(visitor));
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
    const link = await buyWithoutAccount(visitor);
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
