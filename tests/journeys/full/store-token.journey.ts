import { expect } from "vitest";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { storeTokens } from "~/upstream/contract/store-tokens";
import { appleQuery, appleToken, fromApple } from "../../visitor/store-tokens";
import { expectAddress } from "../app-link-steps";
import { AppUser } from "../app-user";
import { buyHere } from "../buy";
import { eventually } from "../eventually";
import { type Journey, journey } from "../journey";
import { expectSuccess } from "../ledger";
import { callsTo, startSiteOnLies } from "../site-on-lies";

const ownSite = startSiteOnLies;

/** The stores' tokens that the payments API was sent with purchases, and when they arrived. */
const sentWith = ({ site }: Journey, { path }: { path: string }) =>
  callsTo(site, [path]).map(({ body }) => body.store_token);

const expectArrivedOnce = (trip: Journey) =>
  eventually(async () => expect(sentWith(trip, storeTokens)).toEqual([fromApple()]));

/** The token is nowhere that a script, another site or somebody who looks over a shoulder could read it. */
async function expectUnseen({ page }: Journey): Promise<void> {
  expect(page.url()).not.toContain(appleToken());
  expect(await page.content()).not.toContain(appleToken());
  expect(await page.evaluate(() => document.cookie + document.referrer)).not.toContain(appleToken());
}

journey(
  "whoever comes from an app with Apple's token buys as ever, and the sale is told with it",
  { ownSite },
  async (trip) => {
    const user = new AppUser(trip);
    const { visitor } = user;
    await trip.page.goto(`${await user.link({ to: "/redirect?to=payment" })}&${appleQuery()}`);
    expectAddress(visitor, "/payment?via=app");
    await expectUnseen(trip);
    await expectArrivedOnce(trip);
    await visitor.choosePlan("yearly");
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
    await expectUnseen(trip);
    expect(sentWith(trip, soPurchase)).toEqual([fromApple()]);
    expect(sentWith(trip, storeTokens)).toHaveLength(1);
  },
);

journey(
  "a declined buyer goes on in another browser, and that sale is told with the token, too",
  { ownSite },
  async (trip) => {
    const { page, visitor } = trip;
    await page.goto(`/payment/monthly?${appleQuery()}`);
    expectAddress(visitor, "/payment/monthly");
    await visitor.enterEmail();
    await visitor.pay();
    await visitor.onHostedPage("decline");
    await visitor.payAgain();
    await trip.inOtherBrowser(async (there) => {
      await there.page.goto(page.url());
      await there.pay();
      await there.onHostedPage("approve");
      await expectSuccess(there, ["declined", "succeeded"]);
    });
    expect(sentWith(trip, soPurchase)).toEqual([fromApple(), fromApple()]);
    await expectArrivedOnce(trip);
  },
);

journey("a token that nobody can read stops no sale", { ownSite }, async (trip) => {
  await trip.page.goto("/payment/monthly?externalPurchaseToken=%3Cscript%3E&bundleId=%00&link=no%20word");
  expectAddress(trip.visitor, "/payment/monthly");
  await buyHere(trip.visitor);
  expect(sentWith(trip, soPurchase)).toEqual([{ store: "apple", token: "<script>", note: "unreadable" }]);
});
