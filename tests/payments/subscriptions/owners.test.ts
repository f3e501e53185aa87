import { expect, it } from "vitest";
import { inSale } from "../../../payments/catalogue/sale";
import { refundOrder } from "../../../payments/orders/refund";
import { syncSubscription } from "../../../payments/subscriptions/ask-subscription";
import { stepWithProviders } from "../../../payments/subscriptions/provider/keep-in-step";
import { DAY, HOUR, MINUTE, openShop, type Sale, type Shop } from "./shop";

const cancelled = async (shop: Shop, sale: Sale) => {
  expect(await shop.change(sale, "cancel")).toBe("answered");
};

async function passToEnd(shop: Shop, sale: Sale): Promise<void> {
  const { ends_at } = await shop.subscription(sale);
  shop.pass(ends_at - shop.context.now());
}

const ring = async (shop: Shop, { reference }: Sale) => {
  shop.pass(MINUTE);
  await syncSubscription(shop.context, reference);
};

it("who cancels sees it at once, and the provider is told after the commit, once", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  shop.provider.mood = "down";
  await cancelled(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("ending");
  await shop.settle();
  expect(await shop.orders(sale)).toEqual(["cancel_at_end due"]);
  shop.provider.mood = "well";
  shop.pass(MINUTE);
  await shop.settle();
  await shop.settle();
  expect(shop.provider.done).toEqual([`cancel ${sale.reference}`]);
  expect(await shop.orders(sale)).toEqual(["cancel_at_end done"]);
});

it("an order whose answer was lost, or whose process died, is sent again with the same key and done once", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await cancelled(shop, sale);
  shop.provider.mood = "deaf";
  await shop.settle();
  shop.pass(HOUR);
  shop.provider.mood = "well";
  await shop.settle();
  expect(shop.provider.done).toEqual([`cancel ${sale.reference}`]);
  expect(await shop.orders(sale)).toEqual(["cancel_at_end done"]);
});

it("of several copies one tells the provider", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await cancelled(shop, sale);
  let calls = 0;
  const driver = shop.context.drivers.get("so")?.subscriptions;
  const cancel = driver?.cancelAtEnd;
  if (driver && cancel)
    driver.cancelAtEnd = (...given) => {
      calls += 1;
      return cancel(...given);
    };
  await Promise.all(Array.from({ length: 5 }, () => stepWithProviders(shop.context)));
  expect(calls).toBe(1);
});

it("what is wanted one after the other is done in that order", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await cancelled(shop, sale);
  expect(await shop.change(sale, "resume")).toBe("answered");
  await cancelled(shop, sale);
  for (let round = 0; round < 3; round++) await shop.settle();
  const { reference } = sale;
  expect(shop.provider.done).toEqual([`cancel ${reference}`, `resume ${reference}`, `cancel ${reference}`]);
  expect((await shop.subscription(sale)).state).toBe("ending");
});

it("what the provider said before it was told of a change undoes nothing here", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await shop.settle();
  shop.provider.booked(sale.reference).state = "active";
  shop.provider.refuses = true;
  await cancelled(shop, sale);
  await ring(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("ending");
  expect(await shop.change(sale, "resume")).toBe("answered");
  shop.provider.booked(sale.reference).state = "ending";
  await ring(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("active");
});

it("a renewal that is charged after it was cancelled is given back once, and the provider ends it", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  const { ends_at } = await shop.subscription(sale);
  await cancelled(shop, sale);
  shop.provider.charge(sale.reference);
  await ring(shop, sale);
  await ring(shop, sale);
  expect(await shop.charges(sale)).toEqual(["2 11.99 refunded"]);
  expect(await shop.subscription(sale)).toMatchObject({ state: "ending", ends_at, period: 1 });
  expect(await shop.change(sale, "resume")).toBe("subscription_over");
  await shop.settle();
  await shop.settle();
  expect(shop.provider.booked(sale.reference).state).toBe("ended");
  await passToEnd(shop, sale);
  await shop.settle();
  expect((await shop.subscription(sale)).state).toBe("ended");
  expect(await shop.grantEnd(sale)).toBe(ends_at);
});

it("what is resumed is renewed again", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await cancelled(shop, sale);
  await shop.settle();
  expect(await shop.change(sale, "resume")).toBe("answered");
  await shop.settle();
  await passToEnd(shop, sale);
  shop.provider.charge(sale.reference);
  await ring(shop, sale);
  expect(await shop.charges(sale)).toEqual(["2 11.99 kept"]);
  expect((await shop.subscription(sale)).state).toBe("active");
});

it("where the provider brings no renewal back, to resume is refused", async () => {
  const shop = await openShop({ resume: "none" });
  const sale = await shop.buy();
  await cancelled(shop, sale);
  expect(await shop.change(sale, "resume")).toBe("subscription_over");
  expect(await shop.orders(sale)).toEqual(["cancel_at_end due"]);
});

it("where the provider will not resume after all, the plan ends as it was cancelled", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await cancelled(shop, sale);
  await shop.settle();
  shop.provider.end(sale.reference);
  expect(await shop.change(sale, "resume")).toBe("answered");
  await shop.settle();
  expect(await shop.orders(sale)).toEqual(["cancel_at_end done", "resume failed"]);
  expect((await shop.subscription(sale)).state).toBe("ending");
  expect(await shop.letters(sale)).toEqual(["receipt", "cancelled", "resumed", "renewalEnded"]);
});

it.each(["withdraw", "refund"] as const)(
  "after a %s the provider ends it, and what it charges is given back",
  async (how) => {
    const shop = await openShop();
    const sale = await shop.buy();
    await passToEnd(shop, sale);
    shop.provider.charge(sale.reference);
    await ring(shop, sale);
    // Withdrawn from on the last of its days.
    if (how === "withdraw") {
      await shop.context.db
        .updateTable("subscriptions")
        .set({ withdraw_until: shop.context.now() + DAY })
        .execute();
      expect(await shop.change(sale, "withdraw")).toBe("answered");
    } else await inSale(shop.context, (now) => refundOrder(now, sale.orderId));
    shop.provider.charge(sale.reference);
    await ring(shop, sale);
    await shop.settle();
    await shop.settle();
    expect(await shop.charges(sale)).toEqual(["2 11.99 refunded", "3 11.99 refunded"]);
    expect(shop.provider.booked(sale.reference).state).toBe("ended");
    expect(await shop.grantEnd(sale)).toBeLessThanOrEqual(shop.context.now());
  },
);

it("a newer plan stops the older renewal at the provider, and its refund brings that back", async () => {
  const shop = await openShop();
  const older = await shop.buy({ email: "anna@example.com" });
  const newer = await shop.buy({ email: "anna@example.com" });
  await shop.settle();
  expect(shop.provider.booked(older.reference).state).toBe("ending");
  await inSale(shop.context, (now) => refundOrder(now, newer.orderId));
  await shop.settle();
  expect((await shop.subscription(older)).state).toBe("active");
  expect(shop.provider.booked(older.reference).state).toBe("active");
  expect(shop.provider.booked(newer.reference).state).toBe("ended");
});

it("who cancels while a payment is being tried again is charged no more", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await passToEnd(shop, sale);
  shop.provider.fail(sale.reference);
  await ring(shop, sale);
  await cancelled(shop, sale);
  await shop.settle();
  expect(shop.provider.booked(sale.reference).state).toBe("ended");
  expect((await shop.subscription(sale)).state).toBe("ended");
});

it("what the provider goes on to renew though it is over here is ended there again", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await cancelled(shop, sale);
  await shop.settle();
  shop.provider.booked(sale.reference).state = "active";
  shop.pass(MINUTE);
  await shop.settle();
  await shop.settle();
  expect(shop.provider.done).toEqual([`cancel ${sale.reference}`, `cancel ${sale.reference}`]);
});
