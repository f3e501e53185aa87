import { expect } from "vitest";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import type { DeclineBucket } from "~/upstream/contract/purchase-result";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { paymentMethodOf } from "~/visitor/brand/brands.server";
import { goPayAt, payAt, settleAt } from "./at-provider";
import { eventually } from "./eventually";
import type { Journey } from "./journey";
import { expectPaidOnce, expectSuccess, expectUncharged, ordersOf } from "./ledger";
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

/** A bare API has no call that tells how a payment at this provider stands. */
const isTold = ({ visitor }: Pick<Journey, "visitor">, provider: ProviderCode): boolean =>
  !(visitor.addresses.isBare && provider === "pd");

/** The tries at each of these, in this order. */
async function expectAttemptsAt(visitor: Visitor, providers: ProviderCode[]): Promise<void> {
  const orders = (await ordersOf(visitor)).reverse();
  expect(orders.flatMap(({ attempts }) => attempts.map(({ provider }) => provider))).toEqual(providers);
}

/** Nothing is claimed and nobody is asked for money a second time. */
export async function expectStillWaiting(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.expectHeading(t("paystatus:waiting.title"));
  // Without scripts the page may be loaded again while it is looked at.
  await eventually(async () => {
    await page.getByText(t("paystatus:waiting.text")).waitFor();
    for (const offer of ["payAgain", "continuePaying", "otherPlan"] as const)
      expect(await page.getByRole("link", { name: t(`paystatus:${offer}`) }).count()).toBe(0);
    expect(await page.getByText(t("paystatus:noMoneyTaken")).count()).toBe(0);
  });
}

/** Paid once; the page says so, or waits where nobody tells. */
async function expectPaidAt(trip: Journey, provider: ProviderCode, attempts?: string[]): Promise<void> {
  const { visitor } = trip;
  if (isTold(trip, provider)) return expectSuccess(visitor, attempts);
  await expectStillWaiting(visitor);
  await expectPaidOnce(visitor, attempts);
}

/** A decline is explained as far as the API tells why. */
export async function expectDeclined(visitor: Visitor, bucket: DeclineBucket): Promise<void> {
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  await visitor.expectText(visitor.t(`paystatus:declined.${visitor.addresses.isBare ? "bank_declined" : bucket}`));
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
  await expectPaidAt(trip, other, ["declined", "succeeded"]);
  await expectAttemptsAt(visitor, [provider, other]);
}

/** Whoever cancels is charged nothing and finds their entries. */
export async function cancelAt(trip: Journey, provider: ProviderCode): Promise<void> {
  const { visitor, page } = trip;
  await goPayAt(trip, provider);
  await settleAt(trip, provider, "cancel");
  await visitor.expectHeading(visitor.t("paystatus:cancelled.title"));
  await expectUncharged(visitor);
  await visitor.follow(visitor.t("paystatus:payAgain"));
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
