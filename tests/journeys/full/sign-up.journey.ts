import { expect } from "vitest";
import { type Journey, journey } from "../journey";
import { expectSignedIn, openMailedLink, signInByMail, signUp, signUpAndBuy } from "../sign-up-steps";

journey("whoever has signed up buys without entering anything, logs out, and signs in by mail", async (trip) => {
  const order = await signUpAndBuy(trip);
  await signInByMail(trip, order);
});

/** The changed address stands in the field, which has the focus, and nothing has been done with it. */
async function expectChanged({ page, visitor }: Journey, email: string): Promise<void> {
  await page.waitForURL((url) => url.hash === "#email");
  const field = visitor.emailField();
  expect(await field.inputValue()).toBe(email);
  expect(await field.evaluate((input) => input.matches(":focus-visible"))).toBe(true);
}

for (const [answer, domain] of [
  ["use", "gmail.com"],
  ["signUp", "gmial.com"],
] as const) {
  journey(`a mistyped mailbox is asked about once, and the answer holds (${answer})`, async (trip) => {
    const { visitor, page } = trip;
    const [name] = visitor.email.split("@");
    await visitor.open("/account");
    await signUp(trip, `${name}@gmial.com`);
    await visitor.expectText(visitor.t("form-answers:emailQuestion.text", { email: `${name}@gmail.com` }));
    await page.getByRole("button", { name: visitor.t(`form-answers:emailQuestion.${answer}`), exact: true }).click();
    if (answer === "use") {
      await expectChanged(trip, `${name}@${domain}`);
      await page.getByRole("button", { name: visitor.t("account:signUp.submit"), exact: true }).click();
    }
    await openMailedLink(trip, `${name}@${domain}`);
    await expectSignedIn(trip, `${name}@${domain}`);
  });
}

journey("a mistyped mailbox is asked about before paying, too", async (trip) => {
  const { visitor, page } = trip;
  const [name] = visitor.email.split("@");
  await visitor.open("/payment/yearly");
  await visitor.enterEmail(`${name}@gmial.com`);
  await visitor.payButton().click();
  await visitor.expectText(visitor.t("form-answers:emailQuestion.text", { email: `${name}@gmail.com` }));
  await page.getByRole("button", { name: visitor.t("form-answers:emailQuestion.use"), exact: true }).click();
  await expectChanged(trip, `${name}@gmail.com`);
  await visitor.pay();
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
    await openMailedLink(trip, visitor.email);
    await expectSignedIn(trip, visitor.email);
  },
);

journey("who is a customer cannot be asked: both addresses read the same, and none is signed in", async (trip) => {
  const { visitor, page } = trip;
  const asked = async (email: string) => {
    await visitor.open("/account");
    await signUp(trip, email);
    await visitor.expectHeading(visitor.t("account:mailed.title"));
    return (await page.getByRole("main").innerText()).replaceAll(email, "");
  };
  await visitor.goPay("monthly");
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  expect(await asked(visitor.next().email)).toBe(await asked(visitor.email));
});
