import { expect } from "vitest";
import { ableToAsk } from "../hydrated";
import { journey } from "../journey";
import { expectPaidOnce } from "../ledger";
import {
  askForLink,
  buyWithoutAccount,
  expectSent,
  lettersTo,
  openReceipt,
  sendReceipt,
  someMailbox,
} from "../receipt-steps";
import { mailedLinks } from "../subscription-steps";

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
      .getByText(/^Too many receipts were sent\. Try again in /)
      .waitFor();
    expect(await page.getByRole("textbox", { name: visitor.t("receipts:sendTo") }).inputValue()).toBe(tooOften);
    expect(await lettersTo(visitor, tooOften)).toEqual([]);
  },
);

journey.withoutScripts(
  "nobody sees receipts without a link, or with a wrong one",
  { statuses: [404] },
  async ({ visitor, inOtherBrowser }) => {
    const link = await buyWithoutAccount(visitor);
    await inOtherBrowser(async (there) => {
      await there.open("/receipts");
      await there.expectText(there.t("receipts:byLink"));
      for (const wrong of [link.slice(0, -3), `${link}x`, "/receipts?k="]) {
        await there.page.goto(wrong);
        await there.expectHeading(there.t("receipts:brokenKey.title"));
      }
      const { pathname, search } = new URL(link);
      await there.page.goto(`${pathname}/INV-999999${search}`);
      await there.expectHeading(there.t("receipts:unknown.title"));
    });
  },
);

journey(
  "whoever paid here finds the receipts by the page's own link, until they end that",
  async ({ visitor, page }) => {
    const { t } = visitor;
    await buyWithoutAccount(visitor);
    const order = await expectPaidOnce(visitor);
    await visitor.follow(t("nav:receipts"));
    await openReceipt(visitor, order);
    await page.getByRole("button", { name: t("form-answers:paidHere.stop"), exact: true }).click();
    await visitor.expectText(t("receipts:byLink"));
    await visitor.open("/cancel");
    await page.getByRole("button", { name: t("subscription:ask.submit"), exact: true }).waitFor();
  },
);

journey("whoever lost the link to their receipts has one mailed", async ({ visitor, inOtherBrowser, hasScripts }) => {
  await buyWithoutAccount(visitor);
  const order = await expectPaidOnce(visitor);
  await inOtherBrowser(async (there) => {
    const trip = { visitor: there, page: there.page, hasScripts };
    const stranger = there.next();
    expect(await askForLink(trip, "receipts", there.email)).toBe(await askForLink(trip, "receipts", stranger.email));
    expect(await lettersTo(there, stranger.email)).toEqual([]);
    // The receipt that was mailed has a link, too, which shows nobody who they are.
    const [link = "", ...others] = (await mailedLinks(there, "receipts")).filter((one) => one.includes("sign="));
    expect(others).toEqual([]);
    await there.page.goto(link);
    await openReceipt(there, order);
  });
});

journey(
  "whoever owns the address ends all older links, and keeps the new one",
  { statuses: [404] },
  async ({ visitor, inOtherBrowser, hasScripts }) => {
    const older = await buyWithoutAccount(visitor);
    const order = await expectPaidOnce(visitor);
    await inOtherBrowser(async (there) => {
      const { page, t } = there;
      const name = t("receipts:endLinks.submit");
      await page.goto(older);
      await there.expectText(t("receipts:keepOrderLink"));
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
      await askForLink({ visitor: there, page, hasScripts }, "receipts", there.email);
      const [link = ""] = (await mailedLinks(there, "receipts")).filter((one) => one.includes("sign="));
      await page.goto(link);
      if (hasScripts) await ableToAsk(page);
      await page.getByRole("button", { name, exact: true }).click();
      if (hasScripts) await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
      await there.expectText(t("receipts:endLinks.done"));
      const newer = page.url();
      await page.goto(older);
      await there.expectHeading(t("receipts:brokenKey.title"));
      await page.goto(newer);
      await openReceipt(there, order);
    });
  },
);

journey(
  "whoever has paid has the receipt made out to their company, and the version before stays",
  { statuses: [422] },
  async ({ visitor, page }) => {
    const { t } = visitor;
    await page.goto(await buyWithoutAccount(visitor));
    await page.getByRole("link", { name: t("receipts:open") }).click();
    await visitor.expectHeading(t("receipts:paper.title"));
    const enter = async (vatId: string) => {
      await page.getByRole("textbox", { name: t("receipts:details.vatId") }).fill(vatId);
      await page.getByRole("button", { name: t("receipts:details.save"), exact: true }).click();
    };
    await page.getByText(t("receipts:details.open"), { exact: true }).click();
    await page.getByRole("textbox", { name: t("receipts:details.company") }).fill("Acme GmbH");
    await page.getByRole("textbox", { name: t("receipts:details.address") }).fill("1 Test Street\n10115 Berlin");
    await enter("DE136695975");
    await page.getByRole("alert").getByText(t("form-answers:details.vatId")).waitFor();
    await enter("de 136 695 976");
    await visitor.expectText(t("receipts:details.saved"));
    await visitor.expectText("DE136695976");
    await visitor.expectHeading(t("receipts:paper.title"));
    expect(await page.locator(".billed-to").innerText()).toBe("Acme GmbH\n1 Test Street\n10115 Berlin");
    await visitor.follow(t("receipts:details.otherVersion", { version: 1 }));
    await page.getByRole("link", { name: t("receipts:details.otherVersion", { version: 2 }), exact: true }).waitFor();
    expect(await page.locator(".billed-to").count()).toBe(0);
  },
);
