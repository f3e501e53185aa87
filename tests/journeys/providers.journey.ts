import { expect } from "vitest";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import { goPayAt, payAt, settleAt } from "./at-provider";
import { journey } from "./journey";
import { expectSuccess, ordersOf } from "./ledger";
import type { Visitor } from "./visitor";

/** Each provider with the one a buyer turns to next. */
const PAIRS = PROVIDERS.map((provider, at): [ProviderCode, ProviderCode] => [
  provider,
  PROVIDERS[(at + 1) % PROVIDERS.length] ?? provider,
]);

/** One order with an attempt at each of these, in this order. */
async function expectAttemptsAt(visitor: Visitor, providers: ProviderCode[]): Promise<void> {
  const orders = await ordersOf(visitor);
  expect(orders.map(({ attempts }) => attempts.map(({ provider }) => provider))).toEqual([providers]);
}

for (const [provider, other] of PAIRS) {
  journey(`${provider}: a declined buyer turns to ${other} in one tap and pays there, once`, async (trip) => {
    const { visitor } = trip;
    await goPayAt(trip, provider);
    await settleAt(trip, provider, "decline", { bucket: "funds_or_limit" });
    await visitor.expectHeading(visitor.t("paystatus:declined.title"));
    await visitor.expectText(visitor.t("paystatus:declined.funds_or_limit"));
    await visitor.expectText(visitor.t("paystatus:noMoneyTaken"));
    await visitor.follow(visitor.t(`providers:${other}.name`));
    expect(await visitor.emailField().inputValue()).toBe(visitor.email);
    expect(await trip.page.locator(`input[value=${other}]`).isChecked()).toBe(true);
    await payAt(trip, other);
    await settleAt(trip, other, "approve");
    await expectSuccess(visitor, ["declined", "succeeded"]);
    await expectAttemptsAt(visitor, [provider, other]);
  });
}
