import { expect } from "vitest";
import { readForm } from "./bot-check-steps";
import type { Journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { openReceipt } from "./receipt-steps";

/** Fills in the form of the account page as slowly as a person does, and sends it. */
export async function signUp(trip: Journey, email: string): Promise<void> {
  const { visitor, page } = trip;
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).fill(email);
  await readForm(trip);
  await page.getByRole("button", { name: visitor.t("account:signUp.submit"), exact: true }).click();
}

export async function expectSignedIn({ page, visitor }: Journey, email: string): Promise<void> {
  await visitor.expectHeading(visitor.t("account:title"));
  await page.getByRole("main").getByText(email, { exact: true }).waitFor();
}

/** Signed in by e-mail, the visitor buys without entering anything and logs out. */
export async function signUpAndBuy(trip: Journey): Promise<void> {
  const { visitor, page } = trip;
  await visitor.open("/account");
  await signUp(trip, visitor.email);
  await expectSignedIn(trip, visitor.email);
  await visitor.open("/payment/monthly");
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  const order = await expectPaidOnce(visitor);
  // The key to them comes with the result, which a bare API has nothing but a word for.
  if (!visitor.addresses.isBare) {
    await visitor.expectText(visitor.t("paysuc:access.heading"));
    await visitor.follow(visitor.t("paysuc:receipts"));
    await openReceipt(visitor, order);
  }
  await visitor.open("/account");
  await page.getByText(/^Runs until /).waitFor();
  await page.getByRole("button", { name: visitor.t("account:logout"), exact: true }).click();
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).waitFor();
  await visitor.open("/payment/monthly");
  expect(await visitor.emailField().inputValue()).toBe("");
}
