import { expect, it } from "vitest";
import { standingOf } from "../../../payments/entitlements/standing";
import { paidUntil } from "../../../payments/orders/paid-time";
import { hear } from "./random-steps";
import { DAY, openShop, type Sale, type Shop } from "./shop";

const EMAIL = "back@example.com";

const untilOf = ({ context: { db } }: Shop): Promise<number> => paidUntil(db, EMAIL, null);

const standingOfBuyer = ({ context: { db } }: Shop) => standingOf(db, { email: EMAIL, userId: null });

/** So many days after the end of what is paid. */
async function passTo(shop: Shop, sale: Sale, days: number): Promise<void> {
  shop.pass((await shop.subscription(sale)).ends_at + days * DAY - shop.context.now());
  await shop.settle();
}

/** One whose renewal failed at its end, days ago. */
async function failed(shop: Shop, days: number): Promise<Sale> {
  const sale = await shop.buy({ email: EMAIL });
  await passTo(shop, sale, 0);
  shop.provider.fail(sale.reference);
  await hear(shop, sale);
  await passTo(shop, sale, days);
  return sale;
}

/** What the new order is worth by itself. */
const lengthOf = async (shop: Shop, sale: Sale): Promise<number> => {
  const { ends_at, period_starts_at } = await shop.subscription(sale);
  return ends_at - period_starts_at;
};

it("who buys again while a cancelled plan still runs has what is left of it added", async () => {
  const shop = await openShop();
  const old = await shop.buy({ email: EMAIL });
  await shop.change(old, "cancel");
  await passTo(shop, old, -10);
  const again = await shop.buy({ email: EMAIL });
  expect(await untilOf(shop)).toBe(shop.context.now() + 10 * DAY + (await lengthOf(shop, again)));
});

it("who buys again after their plan has ended has the whole of the new one from that moment on", async () => {
  const shop = await openShop();
  const old = await shop.buy({ email: EMAIL });
  await shop.change(old, "cancel");
  await passTo(shop, old, 5);
  const again = await shop.buy({ email: EMAIL });
  expect(await untilOf(shop)).toBe(shop.context.now() + (await lengthOf(shop, again)));
});

it("who buys again in grace loses none of its days, and is charged for one plan only", async () => {
  const shop = await openShop();
  const old = await failed(shop, 1);
  const again = await shop.buy({ email: EMAIL });
  await shop.settle();
  const grace = (await shop.grantEnd(old)) - shop.context.now();
  expect(grace).toBe(2 * DAY);
  expect(await untilOf(shop)).toBe(shop.context.now() + grace + (await lengthOf(shop, again)));
  expect((await shop.subscription(old)).state).toBe("ending");
  expect(shop.provider.booked(old.reference).state).toBe("ended");
  expect(shop.provider.booked(again.reference).state).toBe("active");
  shop.pass(10 * DAY);
  await hear(shop, again);
  expect(await standingOfBuyer(shop)).toMatchObject({ renews: true, pastDueSince: null });
});

it("who buys again once the grace is over has the whole of the new plan from that moment on", async () => {
  const shop = await openShop();
  const old = await failed(shop, 8);
  const again = await shop.buy({ email: EMAIL });
  await shop.settle();
  expect(await untilOf(shop)).toBe(shop.context.now() + (await lengthOf(shop, again)));
  expect(shop.provider.booked(old.reference).state).toBe("ended");
});

it("a payment for the old plan that comes after its owner has bought again goes back", async () => {
  const shop = await openShop();
  const old = await failed(shop, 1);
  const again = await shop.buy({ email: EMAIL });
  shop.provider.charge(old.reference);
  await hear(shop, old);
  await hear(shop, old);
  expect(await shop.charges(old)).toEqual(["2 11.99 refunded"]);
  expect(shop.provider.booked(old.reference).state).toBe("ended");
  expect(await untilOf(shop)).toBeGreaterThanOrEqual((await shop.subscription(again)).ends_at);
});

it("a failed renewal is told to the operator's servers until it is paid", async () => {
  const shop = await openShop();
  const sale = await failed(shop, 1);
  const { failed_at } = await shop.subscription(sale);
  expect(await standingOfBuyer(shop)).toMatchObject({ renews: false, pastDueSince: failed_at });
  expect((await standingOfBuyer(shop)).activeUntil).toBeGreaterThan(shop.context.now());
  shop.provider.charge(sale.reference);
  await hear(shop, sale);
  expect(await standingOfBuyer(shop)).toMatchObject({ renews: true, pastDueSince: null });
});
