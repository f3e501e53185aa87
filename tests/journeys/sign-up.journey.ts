import { expect } from "vitest";
import { READING_MS } from "../rig/reading-time";
import { type Journey, journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import { openReceipt } from "./receipt-steps";

/** Fills in the form of the account page as slowly as a person does, and sends it. */
async function signUp({ visitor, page, hasScripts }: Journey, email: string): Promise<void> {
  await page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") }).fill(email);
  if (!hasScripts) await page.waitForTimeout(READING_MS);
  await page.getByRole("button", { name: visitor.t("account:signUp.submit"), exact: true }).click();
}

async function expectSignedIn({ page, visitor }: Journey, email: string): Promise<void> {
  await visitor.expectHeading(visitor.t("account:title"));
  await page.getByRole("main").getByText(email, { exact: true }).waitFor();
}

for (const [answer, domain] of [
  ["use", "gmail.com"],
  ["keep", "gmial.com"],
] as const) {
  journey(
    `a mistyped mailbox is asked about once, and the answer holds (${answer})`,
    { statuses: [422] },
    async (trip) => {
      const { visitor, page } = trip;
      const [name] = visitor.email.split("@");
      await visitor.open("/account");
      await signUp(trip, `${name}@gmial.com`);
      await visitor.expectText(visitor.t("form-answers:mistakes.didYouMean", { email: `${name}@gmail.com` }));
      await page.getByRole("button", { name: visitor.t(`checkout:emailQuestion.${answer}`), exact: true }).click();
      await expectSignedIn(trip, `${name}@${domain}`);
    },
  );
}

journey("a mistyped mailbox is asked about before paying, too", { statuses: [422] }, async ({ visitor, page }) => {
  const [name] = visitor.email.split("@");
  await visitor.open("/payment/yearly");
  await visitor.enterEmail(`${name}@gmial.com`);
  await visitor.payButton().click();
  await visitor.expectText(visitor.t("form-answers:mistakes.didYouMean", { email: `${name}@gmail.com` }));
  await page.getByRole("button", { name: visitor.t("checkout:emailQuestion.use"), exact: true }).click();
  await visitor.expectHostedPage();
});

journey.withoutScripts(
  "a field that no person sees costs whoever fills it in one more try",
  { statuses: [422] },
  async (trip) => {
    const { visitor, page } = trip;
    await visitor.open("/account");
    await page.locator("input[name=subject]").evaluate((field: HTMLInputElement) => {
      field.value = "filled in by itself";
    });
    await signUp(trip, visitor.email);
    await visitor.expectText(visitor.t("form-answers:mistakes.sendAgain"));
    await page.getByRole("button", { name: visitor.t("account:signUp.submit"), exact: true }).click();
    await expectSignedIn(trip, visitor.email);
  },
);

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
