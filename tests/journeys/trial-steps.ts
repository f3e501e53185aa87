import { expect } from "vitest";
import { READING_MS } from "../../tools/rig/reading-time";
import type { Journey } from "./journey";
import { expectPaidOnce, expectUncharged, ordersOf } from "./ledger";
import { letRenewal, subscriptionOf, subscriptionsOf } from "./subscription-steps";
import type { Visitor } from "./visitor";

/** Chooses the weekly plan by its card. */
async function chooseTrial(visitor: Visitor): Promise<void> {
  await visitor.open("/payment");
  await visitor.choosePlan("weekly");
  await visitor.enterEmail();
}

const press = ({ page, t }: Visitor, words: "start" | "subscribe") =>
  page.getByRole("button", { name: t(`payment:${words}`), exact: true }).click();

interface Told {
  today: string;
  /** A day in words. */
  date?: string;
  later: string;
}

/** What is paid today and what follows is told in two steps, and in the sentence that is agreed to. */
export async function expectTimeline({ page }: Visitor, { today, date = "", later }: Told): Promise<void> {
  const steps = page.getByRole("listitem");
  await steps.filter({ hasText: `Today ${today}` }).waitFor();
  await steps.filter({ hasText: date }).filter({ hasText: later }).last().waitFor();
  await page.locator("#agreement", { hasText: `${later} from ${date}` }).waitFor();
}

async function expectRenewalShown({ page }: Visitor): Promise<void> {
  await page.getByText(/^\$4\.99 on .+, then every week$/).waitFor();
}

/** What the renewals of a visitor's only subscription took. */
const renewalsOf = async (visitor: Visitor): Promise<number[]> =>
  (await subscriptionOf(visitor)).charges.map(({ amount }) => amount);

/** The first payment after a trial is taken once. */
async function expectRenewedOnce(visitor: Visitor): Promise<void> {
  expect(await renewalsOf(visitor)).toEqual([]);
  await letRenewal(visitor, "renew");
  expect(await renewalsOf(visitor)).toEqual([4.99]);
}

/** So much was charged for the trial; the first payment after it is told, and taken once. */
async function expectTrialBegun(visitor: Visitor, amount: number): Promise<void> {
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await expectRenewalShown(visitor);
  const { charges } = await expectPaidOnce(visitor);
  expect(charges.map((charge) => charge.amount)).toEqual([amount]);
  await expectRenewedOnce(visitor);
}

/** The provider takes nothing but the card; the first payment is that of the renewal. */
export async function startFreeTrial({ visitor, page }: Journey): Promise<void> {
  await chooseTrial(visitor);
  await expectTimeline(visitor, { today: "$0.00", later: "$4.99 every week" });
  await press(visitor, "subscribe");
  await visitor.expectHostedPage();
  await page.getByText("0.00 USD", { exact: true }).waitFor();
  await visitor.onHostedPage("approve");
  await expectTrialBegun(visitor, 0);
}

/** A card that is declined starts no trial; the form is back with its entries, and the second one does. */
export async function startFreeTrialAfterDecline({ visitor }: Journey): Promise<void> {
  await chooseTrial(visitor);
  await press(visitor, "subscribe");
  await visitor.expectHostedPage();
  await visitor.onHostedPage("decline");
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  await expectUncharged(visitor);
  expect(await subscriptionsOf(visitor)).toEqual([]);
  await visitor.payAgain();
  await visitor.expectText(visitor.t("form-answers:resumed"));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await press(visitor, "subscribe");
  await visitor.expectHostedPage();
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await expectPaidOnce(visitor, ["declined", "succeeded"]);
  await expectRenewedOnce(visitor);
}

/** Nobody is asked for a card, and nothing follows. */
export async function startTrialWithoutCard({ visitor, page }: Journey): Promise<void> {
  await chooseTrial(visitor);
  await page.getByText(/^Your free trial ends on .+ No card, no charge\.$/).waitFor();
  await visitor.expectText(visitor.t("sale:form.nothingToPay"));
  // What costs nothing is given to nobody faster than a person.
  await page.waitForTimeout(READING_MS);
  await press(visitor, "start");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await visitor.expectText(visitor.t("sale:agreed.none"));
  await expectPaidOnce(visitor, ["succeeded"], []);
  // A contract to withdraw from, which is never charged and ends.
  expect(await subscriptionsOf(visitor)).toMatchObject([{ state: "ending", charges: [] }]);
}

/** The trial's price today, the period's price afterwards. */
export async function buyTrial({ visitor }: Journey): Promise<void> {
  await chooseTrial(visitor);
  await expectTimeline(visitor, { today: "$0.99", later: "$4.99 every week" });
  await visitor.payButtonAt("$0.99").click();
  await visitor.expectHostedPage();
  await visitor.onHostedPage("approve");
  await expectTrialBegun(visitor, 0.99);
}

/** Whoever has used the trial is asked whether they agree to the full price, and pays that, once. */
export async function buyAfterTrial(trip: Journey): Promise<void> {
  const { visitor, page } = trip;
  await buyTrial(trip);
  await page.context().clearCookies();
  await chooseTrial(visitor);
  await visitor.chooseProvider("ps");
  await visitor.payButtonAt("$0.99").click();
  await visitor.expectText(visitor.t("form-answers:mistakes.trialUsed", { now: "$4.99" }));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  expect(await page.locator("input[name=provider][value=ps]").isChecked()).toBe(true);
  await visitor.payButtonAt("$4.99").click();
  await visitor.expectHostedPage();
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  const orders = await ordersOf(visitor);
  expect(orders.map(({ charges }) => charges.map(({ amount, state }) => [amount, state]))).toEqual([
    [[4.99, "kept"]],
    [[0.99, "kept"]],
  ]);
}
