import { expect } from "vitest";
import { journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { openReceipt } from "./receipt-steps";
import { expectSignedIn, signUp } from "./sign-up-steps";

journey("whoever has signed in buys without entering anything, has their receipt, and logs out", async (trip) => {
  const { visitor, page } = trip;
  await visitor.open("/account");
  await signUp(trip, visitor.email);
  await expectSignedIn(trip, visitor.email);
  await visitor.open("/payment/monthly");
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await visitor.expectText(visitor.t("paysuc:access.heading"));
  const order = await expectPaidOnce(visitor);
  await visitor.follow(visitor.t("paysuc:receipts"));
  await openReceipt(visitor, order);
  await visitor.open("/account");
  await page.getByText(/^Runs until /).waitFor();
  await page.getByRole("button", { name: visitor.t("account:logout"), exact: true }).click();
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).waitFor();
  await visitor.open("/payment/monthly");
  expect(await visitor.emailField().inputValue()).toBe("");
});
