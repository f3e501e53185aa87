import { expect, it } from "vitest";
import { syncSubscription } from "../../../payments/subscriptions/ask-subscription";
import { DAY, HOUR, MINUTE, openShop, type Sale, type Shop } from "./shop";

/** To a moment before the end of what is paid. */
async function passToEnd(shop: Shop, sale: Sale, before = 0): Promise<void> {
  const { ends_at } = await shop.subscription(sale);
  shop.pass(ends_at - shop.context.now() - before);
}

/** The provider rings; at least a minute has passed since it was asked last. */
async function ring(shop: Shop, { reference }: Sale): Promise<void> {
  shop.pass(MINUTE);
  expect(await syncSubscription(shop.context, reference)).toBe("synced");
}

it("a renewal that the provider reports is taken in once, with a receipt, until the provider's end of it", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await passToEnd(shop, sale);
  shop.provider.charge(sale.reference);
  await ring(shop, sale);
  await ring(shop, sale);
  const row = await shop.subscription(sale);
  expect(await shop.charges(sale)).toEqual(["2 11.99 kept"]);
  expect(row).toMatchObject({ state: "active", period: 2, ends_at: shop.provider.paidUntil(sale.reference) });
  expect(await shop.grantEnd(sale)).toBe(row.ends_at);
  expect((await shop.letters(sale)).filter((kind) => kind === "receipt")).toHaveLength(2);
});

it("our clock renews nothing that a provider renews: it runs on for the days of grace, then the renewal has failed", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  const { ends_at } = await shop.subscription(sale);
  await passToEnd(shop, sale, 30 * MINUTE);
  await shop.settle();
  expect(await shop.grantEnd(sale)).toBe(ends_at + 3 * DAY);
  shop.pass(3 * DAY + 29 * MINUTE);
  await shop.settle();
  expect((await shop.subscription(sale)).state).toBe("active");
  shop.pass(MINUTE);
  await shop.settle();
  expect(await shop.subscription(sale)).toMatchObject({ state: "past_due", period: 1, ends_at });
  expect(await shop.charges(sale)).toEqual([]);
  expect(await shop.letters(sale)).toContain("renewalFailed");
});

it("who cancels at the provider is written to once, and told until when the plan runs", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  shop.provider.end(sale.reference);
  await ring(shop, sale);
  await ring(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("ending");
  expect(await shop.letters(sale)).toEqual(["receipt", "renewalEnded"]);
  const letters = shop.context.db.selectFrom("order_letters").select("body").where("kind", "=", "renewalEnded");
  const { body } = await letters.executeTakeFirstOrThrow();
  expect(body).toContain("Active until: April 1, 2026");
});

it("where the provider gives up after a payment failed, the letter names no day on which the plan still runs", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await passToEnd(shop, sale);
  shop.provider.fail(sale.reference);
  await ring(shop, sale);
  shop.pass(DAY);
  shop.provider.end(sale.reference);
  await ring(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("ended");
  const letters = shop.context.db.selectFrom("order_letters").select("body").where("kind", "=", "renewalEnded");
  const { body } = await letters.executeTakeFirstOrThrow();
  expect(body).not.toContain("Active until");
});

it("a renewal of which nobody rings is found near the end of the period", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await shop.settle();
  await passToEnd(shop, sale);
  shop.provider.charge(sale.reference);
  shop.pass(10 * MINUTE);
  await shop.settle();
  expect(await shop.charges(sale)).toEqual(["2 11.99 kept"]);
});

it("renewals that become known late, and the later one first, are all taken in", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await passToEnd(shop, sale);
  shop.provider.charge(sale.reference);
  shop.pass(30 * DAY);
  shop.provider.charge(sale.reference);
  const { renewals } = shop.provider.booked(sale.reference);
  const [late] = renewals.splice(0, 1);
  await ring(shop, sale);
  const { ends_at } = await shop.subscription(sale);
  if (late) renewals.unshift(late);
  await ring(shop, sale);
  expect(await shop.charges(sale)).toEqual(["2 11.99 kept", "3 11.99 kept"]);
  expect(await shop.subscription(sale)).toMatchObject({ state: "active", ends_at });
});

it("a renewal that failed is written about once, and made good when it is paid", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await passToEnd(shop, sale);
  shop.provider.fail(sale.reference);
  await ring(shop, sale);
  await ring(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("past_due");
  expect((await shop.letters(sale)).filter((kind) => kind === "renewalFailed")).toHaveLength(1);
  shop.pass(2 * DAY);
  shop.provider.charge(sale.reference);
  await ring(shop, sale);
  expect(await shop.subscription(sale)).toMatchObject({ state: "active", failed_at: null, period: 2 });
});

it("what the provider gives up ends with what is paid, and the days of grace end with it", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  const { ends_at } = await shop.subscription(sale);
  await passToEnd(shop, sale);
  await shop.settle();
  expect(await shop.grantEnd(sale)).toBe(ends_at + 3 * DAY);
  shop.provider.end(sale.reference);
  await ring(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("ended");
  expect(await shop.grantEnd(sale)).toBe(ends_at);
});

it("what was cancelled at the provider itself runs to the end of what is paid", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  shop.provider.booked(sale.reference).state = "ending";
  await ring(shop, sale);
  expect((await shop.subscription(sale)).state).toBe("ending");
  await passToEnd(shop, sale);
  await shop.settle();
  expect((await shop.subscription(sale)).state).toBe("ended");
});

it("a provider is asked once a minute at most, and what rang meanwhile is asked about after that", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await shop.settle();
  expect(shop.provider.asked).toBe(1);
  await passToEnd(shop, sale);
  await ring(shop, sale);
  shop.provider.charge(sale.reference);
  expect(await syncSubscription(shop.context, sale.reference)).toBe("later");
  expect(shop.provider.asked).toBe(2);
  shop.pass(MINUTE);
  await shop.settle();
  expect(shop.provider.asked).toBe(3);
  expect(await shop.charges(sale)).toEqual(["2 11.99 kept"]);
});

it("of several copies that hear the same, one asks", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await passToEnd(shop, sale);
  shop.provider.charge(sale.reference);
  await Promise.all(Array.from({ length: 5 }, () => syncSubscription(shop.context, sale.reference)));
  expect(shop.provider.asked).toBe(1);
  expect(await shop.charges(sale)).toEqual(["2 11.99 kept"]);
});

it("a provider that does not answer is asked again, more and more rarely", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  shop.provider.mood = "down";
  for (let minutes = 0; minutes < 60; minutes++) {
    await shop.settle();
    shop.pass(MINUTE);
  }
  expect(shop.provider.asked).toBeLessThan(8);
  shop.provider.mood = "well";
  shop.provider.fail(sale.reference);
  shop.pass(HOUR);
  await shop.settle();
  expect((await shop.subscription(sale)).state).toBe("past_due");
});

it("of a subscription that nobody here knows nothing is asked", async () => {
  const shop = await openShop();
  expect(await syncSubscription(shop.context, "s_unknown")).toBe("unknown");
  expect(shop.provider.asked).toBe(0);
});

it.each([0, 0.99])("a trial for %s is granted, and its first renewal arrives as a report", async (amount) => {
  const shop = await openShop();
  const sale = await shop.buy({ amount, trialDays: 3 });
  expect(await shop.subscription(sale)).toMatchObject({ state: "active", is_trial: 1, driver: "so" });
  await passToEnd(shop, sale);
  shop.provider.charge(sale.reference);
  await ring(shop, sale);
  expect(await shop.subscription(sale)).toMatchObject({ is_trial: 0, period: 2 });
  expect(await shop.charges(sale)).toEqual(["2 11.99 kept"]);
});

it("a subscription whose reference is told only later is asked for, and is not renewed by our clock", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await shop.context.db.updateTable("subscriptions").set({ reference: null }).execute();
  await shop.settle();
  expect((await shop.subscription(sale)).reference).toBe(sale.reference);
});
