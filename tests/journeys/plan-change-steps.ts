import { expect } from "vitest";
import { AppUser } from "./app-user";
import type { Journey } from "./journey";
import { ordersOf } from "./ledger";
import { subscriptionsOf } from "./subscription-steps";

/** Pays with the form that is open, as the app's user whom it knows. */
async function payAsUser({ visitor }: AppUser): Promise<void> {
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
}

/** What is left of the monthly plan comes off the yearly one, and the monthly subscription is over. */
export async function changePlan(trip: Journey): Promise<void> {
  const user = new AppUser(trip);
  const { page, t } = user.visitor;
  await page.goto(await user.link({ to: "/payment/monthly" }));
  await payAsUser(user);
  await page.goto(await user.link({ to: "/payment/yearly" }));
  const story = page.getByText(/^You’re switching from 1 month to 1 year today\./);
  const [, credit = ""] =
    /\(\$([\d.]+)\) comes off .+, you pay \$47\.88 every year\./.exec(await story.innerText()) ?? [];
  // A day may have passed since the first purchase.
  expect(Number(credit)).toBeGreaterThan(11);
  const today = Number((47.88 - Number(credit)).toFixed(2));
  await page.getByText(t("sale:lines.deduction")).first().waitFor();
  await user.visitor.payButtonAt(`$${today.toFixed(2)}`).waitFor();
  await payAsUser(user);

  const [yearly] = await ordersOf(user.visitor);
  expect(yearly?.charges.map(({ amount, state }) => [amount, state])).toEqual([[today, "kept"]]);
  const subscriptions = await subscriptionsOf(user.visitor);
  expect(subscriptions.map(({ order_id, state }) => [order_id === yearly?.id, state])).toEqual([
    [true, "active"],
    [false, "ended"],
  ]);
}

/** Whoever has a subscription in a store is told that it goes on, and where it is ended. */
export async function seeSubscriptionOfStore(trip: Journey): Promise<void> {
  const user = new AppUser(trip);
  const { page, t, addresses } = user.visitor;
  const { status } = await fetch(`${addresses.sandbox}/control/subscriptions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ source: "app_store", plan: "monthly", user_id: user.id }),
  });
  expect(status).toBe(200);
  await page.goto(await user.link({ to: "/payment/yearly" }));
  await user.visitor.expectText(t("sale:account.beside.app_store"));
  const way = page.getByRole("link", { name: t("sale:account.end.app_store"), exact: true });
  expect(await way.getAttribute("href")).toBe("https://apps.apple.com/account/subscriptions");
  await user.visitor.payButtonAt("$47.88").waitFor();
  await payAsUser(user);
  expect((await subscriptionsOf(user.visitor)).map(({ source, state }) => [source, state])).toEqual([
    ["web", "active"],
    ["app_store", "active"],
  ]);
}
