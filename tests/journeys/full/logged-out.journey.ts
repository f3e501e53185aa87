import { expect } from "vitest";
import { READING_MS } from "../../rig/reading-time";
import { chooseProvider } from "../at-provider";
import { buyHere } from "../buy";
import { journey } from "../journey";
import { expectPaidOnce, expectSuccess } from "../ledger";
import { answer, refuseToken, signedIn } from "../logged-out-steps";
import { openReceipt } from "../receipt-steps";

journey("a visitor who was logged out logs in again and comes back to the plan", async (trip) => {
  const user = await signedIn(trip);
  await refuseToken(user, "code_50014");
  await trip.page.reload();
  await answer(trip, "login");
  const { page, visitor } = trip;
  await visitor.expectHeading(visitor.t("account:title"));
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).fill(visitor.email);
  if (!trip.hasScripts) await page.waitForTimeout(READING_MS);
  await page.getByRole("button", { name: visitor.t("account:signUp.submit") }).click();
  await visitor.expectHeading(visitor.t("payment:heading"));
  expect(new URL(page.url()).pathname).toBe("/payment/yearly");
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await buyHere(visitor);
});

journey.withoutScripts("a visitor whose session is over is told once, and buys", async (trip) => {
  const user = await signedIn(trip);
  await refuseToken(user, "code_401");
  const notice = trip.page.getByText(trip.visitor.t("account:notice.signedOut"));
  await trip.page.reload();
  await notice.waitFor();
  await trip.page.reload();
  expect(await notice.count()).toBe(0);
  await buyHere(user.visitor);
});

for (const kind of ["code_401", "code_50008"] as const) {
  journey(
    `a token that dies on the way to paying (${kind}) costs one more press, and no entry`,
    { statuses: [422] },
    async (trip) => {
      const user = await signedIn(trip);
      const { page, visitor } = trip;
      await visitor.enterEmail();
      await chooseProvider(visitor, "ps");
      await refuseToken(user, kind);
      await visitor.payButton().click();
      await visitor.expectText(visitor.t("form-answers:mistakes.signedOut"));
      expect(await visitor.emailField().inputValue()).toBe(visitor.email);
      expect(await page.locator("input[name=provider][value=ps]").isChecked()).toBe(true);
      expect(await page.getByText(user.visitor.email).count()).toBe(0);
      expect(await page.getByRole("dialog").count()).toBe(0);
      await visitor.pay();
      await visitor.onHostedPage("approve");
      await expectSuccess(visitor);
    },
  );
}

journey("whoever is logged out while they pay sees that it worked, and their receipt", async (trip) => {
  const user = await signedIn(trip);
  const { visitor } = user;
  await visitor.pay();
  await refuseToken(user, "code_50008");
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await answer(trip, "stay");
  await expectSuccess(visitor);
  await visitor.follow(visitor.t("paysuc:receipts"));
  await openReceipt(visitor, await expectPaidOnce(visitor));
});
