import { expect, it } from "vitest";
import { openShop } from "./shop";

it("a second payment that goes back leaves no subscription at the provider", async () => {
  const shop = await openShop();
  const first = await shop.open({ email: "anna@example.com" });
  const second = await shop.open({ email: "anna@example.com" });
  await shop.pay(first);
  await shop.pay(second);
  await shop.settle();
  await shop.settle();
  expect(shop.provider.booked(first.reference).state).toBe("active");
  expect(shop.provider.done).toEqual([`end ${second.reference}`]);
});
