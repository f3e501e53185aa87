import { describe, expect, it } from "vitest";
import { wayBackOf } from "../../../payments/refunds/guarantee";
import { syncSubscription } from "../../../payments/subscriptions/ask-subscription";
import { DAY, MINUTE, openShop, type Sale, type Shop } from "../subscriptions/shop";

const GUARANTEE = { days: 30, second_purchase: false, renewals: false };

/** The next period is charged at its time, and the provider rings. */
async function renewed(shop: Shop, sale: Sale): Promise<void> {
  const { ends_at } = await shop.subscription(sale);
  shop.pass(ends_at - shop.context.now());
  shop.provider.charge(sale.reference);
  shop.pass(MINUTE);
  expect(await syncSubscription(shop.context, sale.reference)).toBe("synced");
}

/** How many whole days are left to withdraw; undefined: none. */
async function daysLeft(shop: Shop, sale: Sale): Promise<number | undefined> {
  const now = shop.context.now();
  const way = wayBackOf(await shop.subscription(sale), now);
  return way && Math.floor((way.until - now) / DAY);
}

it("in its days the whole payment goes back at a press, and on the day after no more", async () => {
  const shop = await openShop({ moneyBack: GUARANTEE });
  const [early, late] = [await shop.buy(), await shop.buy()];
  shop.pass(29 * DAY);
  expect(await shop.change(early, "withdraw")).toBe("answered");
  await shop.settle();
  expect((await shop.subscription(early)).state).toBe("withdrawn");
  expect(await shop.letters(early)).toContain("withdrawn");
  shop.pass(2 * DAY);
  expect(await shop.change(late, "withdraw")).toBe("withdrawal_over");
  expect((await shop.subscription(late)).state).toBe("active");
});

it("what was sold before the guarantee ended keeps it, and a catalogue without one gives none", async () => {
  const sold = await openShop({ moneyBack: GUARANTEE });
  const sale = await sold.buy();
  const { catalogue } = sold.context;
  sold.context.catalogue = async (db) => ({ ...(await catalogue(db)), moneyBack: undefined });
  sold.pass(20 * DAY);
  expect(await daysLeft(sold, sale)).toBe(10);
  const later = await sold.buy();
  sold.pass(20 * DAY);
  expect(await daysLeft(sold, later)).toBeUndefined();
});

describe("whoever has paid before", () => {
  const buyTwice = async (secondPurchase: boolean) => {
    const shop = await openShop({ moneyBack: { ...GUARANTEE, second_purchase: secondPurchase } });
    const first = await shop.buy({ email: "anna@example.com" });
    expect(await shop.change(first, "withdraw")).toBe("answered");
    await shop.settle();
    const second = await shop.buy({ email: "anna@example.com" });
    shop.pass(20 * DAY);
    return daysLeft(shop, second);
  };

  it("gets it once", async () => expect(await buyTwice(false)).toBeUndefined());

  it("gets it again where the brand says so", async () => expect(await buyTwice(true)).toBe(10));
});

describe("once it has renewed", () => {
  const renew = async (renewals: boolean) => {
    const shop = await openShop({ moneyBack: { days: 60, second_purchase: false, renewals } });
    const sale = await shop.buy();
    await renewed(shop, sale);
    return { shop, sale };
  };

  it("the guarantee is over", async () => {
    const { shop, sale } = await renew(false);
    expect(await shop.change(sale, "withdraw")).toBe("withdrawal_over");
    expect(await shop.charges(sale)).toEqual(["2 11.99 kept"]);
  });

  it("all goes back where the brand says so", async () => {
    const { shop, sale } = await renew(true);
    expect(await shop.change(sale, "withdraw")).toBe("answered");
    await shop.settle();
    expect(await shop.charges(sale)).toEqual(["2 11.99 refunded"]);
  });
});

it("after a trial it is counted from the first payment of the plan", async () => {
  const shop = await openShop({ moneyBack: GUARANTEE });
  const sale = await shop.buy({ trialDays: 7, amount: 0 });
  await renewed(shop, sale);
  shop.pass(20 * DAY);
  expect(await daysLeft(shop, sale)).toBe(10);
});
