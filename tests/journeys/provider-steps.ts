import { expect } from "vitest";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import type { KnownDecline } from "~/upstream/contract/purchase-result";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { paymentMethodOf } from "~/visitor/brand/brands.server";
import { goPayAt, payAt, settleAt } from "./at-provider";
import type { Journey } from "./journey";
import { expectSuccess, expectUncharged, ordersOf } from "./ledger";
import { LATER_S, letNewest } from "./order-steps";
import type { Visitor } from "./visitor";

/** Each provider with the one a buyer turns to next. */
export const PROVIDER_PAIRS = PROVIDERS.map((provider, at): [ProviderCode, ProviderCode] => [
  provider,
  PROVIDERS[(at + 1) % PROVIDERS.length] ?? provider,
]);

/** `npm test` turns away from these alone: with those they turn to, a buyer has been at every provider. */
const SAMPLE: readonly ProviderCode[] = ["so", "rz", "ps"];

/** Where `npm test` turns away from a provider: without scripts a buyer leaves by a link or by a form, one of each. */
export const inShortRun = (provider: ProviderCode) => ({
  withScripts: SAMPLE.includes(provider),
  withoutScripts: provider === "so" || provider === "rz",
});

/** The tries at each of these, in this order. */
async function expectAttemptsAt(visitor: Visitor, providers: ProviderCode[]): Promise<void> {
  const orders = (await ordersOf(visitor)).reverse();
  expect(orders.flatMap(({ attempts }) => attempts.map(({ provider }) => provider))).toEqual(providers);
}

/** A decline is explained as far as the API tells why. */
export async function expectDeclined(visitor: Visitor, bucket: KnownDecline): Promise<void> {
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  if (!visitor.addresses.isBare) await visitor.expectText(visitor.t(`paystatus:declined.${bucket}`));
  await expectUncharged(visitor);
}

/** Declined at one provider, the buyer turns to another one in one tap and pays there. */
export async function turnToAnother(trip: Journey, provider: ProviderCode, other: ProviderCode): Promise<void> {
  const { visitor, page } = trip;
  await goPayAt(trip, provider, other);
  await settleAt(trip, provider, "decline", { bucket: "funds_or_limit" });
  await expectDeclined(visitor, "funds_or_limit");
  await visitor.follow(visitor.t(`providers:${paymentMethodOf(DEFAULT_APP_ID, other).name}.name`));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  expect(await page.locator(`input[value=${other}]`).isChecked()).toBe(true);
  await payAt(trip, other);
  await settleAt(trip, other, "approve");
  await expectSuccess(visitor, ["declined", "succeeded"]);
  await expectAttemptsAt(visitor, [provider, other]);
}

/** Whoever cancels is charged nothing and finds their entries. */
export async function cancelAt(trip: Journey, provider: ProviderCode): Promise<void> {
  const { visitor, page } = trip;
  await goPayAt(trip, provider);
  await settleAt(trip, provider, "cancel");
  await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
  await expectUncharged(visitor);
  await visitor.payAgain();
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  expect(await page.locator(`input[value=${provider}]`).isChecked()).toBe(true);
}

/** A payment that takes its time is waited for. */
export async function waitAt(trip: Journey, provider: ProviderCode): Promise<void> {
  await goPayAt(trip, provider);
  await settleAt(trip, provider, "pending", { seconds: LATER_S, afterwards: "approve" });
  await trip.visitor.expectHeading(trip.visitor.t("paystatus:waiting.title"));
  await letNewest(trip.visitor, "report");
  await expectSuccess(trip.visitor);
}

export const payOnBare =
  (provider: ProviderCode) =>
  async (trip: Journey): Promise<void> => {
    await goPayAt(trip, provider);
    await settleAt(trip, provider, "approve");
    await expectSuccess(trip.visitor);
  };
