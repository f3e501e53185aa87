import { expect } from "vitest";
import { eventually } from "../eventually";
import { type Journey, journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { widthBeyondScreen } from "../narrow-phone";
import { startSite } from "../running-site";
import { siteOfFile, startSiteWith } from "../site-of-file";
import type { Visitor } from "../visitor";

/** An API on which all that typed one address are one buyer; both of its browsers are on one phone's width. */
const oneLiveOrder = siteOfFile(startSiteWith({ live_orders: "mailbox" }, () => startSite()));
const PHONE = { width: 360, height: 740 };
const LANGUAGES = ["en", "de", "ar"] as const;

/** Sends the form, and is led to the status page of an order that is not this browser's. */
async function expectLiveElsewhere({ visitor }: Journey, there: Visitor): Promise<void> {
  await there.open("/payment/yearly");
  await there.enterEmail();
  await there.payButton().click();
  await there.expectHeading(there.t("paystatus:otherBrowser.live.title"));
  await expectNoFacts(visitor, there);
}

/** Neither the order's number nor what it costs is on the page, or in what its scripts got. */
async function expectNoFacts(visitor: Visitor, { page }: Visitor): Promise<void> {
  const [order] = await ordersOf(visitor);
  // A waiting page loads itself again at times, and nothing can be read while it does.
  const { html, text, beyond } = await eventually(async () => ({
    html: await page.content(),
    text: await page.locator("main").innerText(),
    beyond: await widthBeyondScreen(page),
  }));
  expect(html).not.toContain(order?.id ?? "no order");
  expect(text).not.toMatch(/[$€]|59[.,]99|٥٩/);
  expect(beyond).toBe(0);
}

journey("two browsers with one address both pay, and the second payment is paid back", async (trip) => {
  const { visitor } = trip;
  await visitor.goPay("monthly");
  await trip.inOtherBrowser(async (there) => {
    await there.goPay("monthly");
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    await there.onHostedPage("approve");
    await there.expectHeading(there.t("paystatus:refunded.title"));
  });
  const orders = await ordersOf(visitor);
  expect(orders.map(({ state }) => state).toSorted()).toEqual(["done", "review"]);
  expect(orders.flatMap(({ charges }) => charges.map(({ state }) => state)).toSorted()).toEqual(["kept", "refunded"]);
});

const onFree = { ownSite: siteOfFile(startSiteWith({ trial: "free" }, () => startSite())), statuses: [422] };

journey("who is second to pay for a trial is asked about the full price first", onFree, async (trip) => {
  const { visitor } = trip;
  const subscribe = async (buyer: Visitor) => {
    await buyer.open("/payment/weekly");
    await buyer.enterEmail();
    await buyer.page.getByRole("button", { name: buyer.t("payment:subscribe"), exact: true }).click();
    await buyer.expectHostedPage();
  };
  await subscribe(visitor);
  await trip.inOtherBrowser(async (there) => {
    await subscribe(there);
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    await there.page.reload();
    await there.page.getByRole("link", { name: "Back to the shop" }).click();
    await there.expectHeading(there.t("paystatus:cancelled.title"));
    await there.expectText(there.t("paystatus:noMoneyTaken"));
    await there.payAgain();
    await there.page.getByRole("button", { name: there.t("payment:subscribe"), exact: true }).click();
    await there.page.getByRole("alert").waitFor();
    await there.payButtonAt("$4.99").waitFor();
  });
  const charges = (await ordersOf(visitor)).flatMap((order) => order.charges);
  expect(charges.map(({ amount }) => amount)).toEqual([0]);
});

for (const lang of LANGUAGES) {
  journey(
    `whoever types the address of a live order sees nothing of it, in ${lang}`,
    { lang, ownSite: oneLiveOrder },
    async (trip) => {
      const { visitor } = trip;
      await visitor.goPay("yearly");
      await trip.inOtherBrowser(async (there) => {
        await there.page.setViewportSize(PHONE);
        await expectLiveElsewhere(trip, there);
        await there.follow(there.t("paystatus:otherPlan"));
        await there.expectHeading(there.t("payment:heading"));
        expect(await there.emailField().inputValue()).toBe(visitor.email);
        await there.page.goBack();
        await visitor.onHostedPage("approve");
        await visitor.expectHeading(visitor.t("paysuc:heading"));
        // The page asks again by itself.
        await there.expectHeading(there.t("paystatus:otherBrowser.paid.title"));
        await expectNoFacts(visitor, there);
      });
    },
  );

  journey(`the browser that paid is told what it has, another one is not, in ${lang}`, { lang }, async (trip) => {
    const { visitor, page } = trip;
    await page.setViewportSize(PHONE);
    await visitor.goPay("yearly");
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
    await visitor.open("/payment/monthly");
    const told = visitor.t("form-answers:paidBefore.again");
    await visitor.expectText(told);
    expect(await visitor.emailField().inputValue()).toBe(visitor.email);
    expect(await widthBeyondScreen(page)).toBe(0);
    await visitor.payButton().waitFor();
    await trip.inOtherBrowser(async (there) => {
      await there.open("/payment/monthly");
      await there.payButton().waitFor();
      expect(await there.page.getByText(told).count()).toBe(0);
      expect(await there.emailField().inputValue()).toBe("");
    });
  });
}

journey(
  "a form from before the payment, in another tab, tells first and buys at the next press",
  { statuses: [422] },
  async (trip) => {
    const { visitor, context } = trip;
    const other = visitor.inTab(await context.newPage());
    await other.open("/payment/monthly");
    await other.enterEmail();
    await visitor.goPay("yearly");
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
    await other.payButton().click();
    await other.page.getByRole("alert").getByText(other.t("form-answers:mistakes.paidBefore")).waitFor();
    await other.expectText(other.t("form-answers:paidBefore.again"));
    expect(await ordersOf(visitor)).toHaveLength(1);
    await other.payButton().click();
    await other.expectHostedPage();
  },
);
