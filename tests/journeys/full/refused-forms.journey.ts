import { expect } from "vitest";
import { formatMoney } from "~/i18n/money";
import { postForm } from "../form-post";
import { type Journey, journey } from "../journey";
import { ordersOf } from "../ledger";
import { read, show } from "../shown-answer";

/** The form sent with something changed comes back with these words and what was entered; nothing is ordered. */
async function expectRefused(
  { visitor, page }: Journey,
  changes: Record<string, string>,
  words: string,
): Promise<void> {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  const answer = await postForm(page, changes);
  expect(answer.status).toBe(422);
  await show(page, await read(answer));
  await visitor.expectHeading(visitor.t("payment:heading"));
  await page.getByRole("alert").getByRole("link", { name: words, exact: true }).waitFor();
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  expect(await ordersOf(visitor)).toEqual([]);
}

for (const lang of ["en", "de"] as const) {
  journey.withoutScripts(
    `a form that was tampered with comes back with what was entered in ${lang}`,
    { lang, statuses: [422] },
    async (trip) => {
      const { visitor, page } = trip;
      await expectRefused(trip, { provider: "nobody" }, visitor.t("form-answers:mistakes.providerUnknown"));
      await expectRefused(trip, { quote: "nonsense" }, visitor.t("form-answers:mistakes.priceUnreadable"));
      const before = formatMoney(lang, { amount: 47.88, currency: "USD" });
      const now = formatMoney(lang, { amount: 42.99, currency: "GBP" });
      const changed = visitor.t("form-answers:mistakes.priceChanged", { before, now });
      await expectRefused(trip, { country: "GB" }, changed);
      await expectRefused(trip, { attempt: "1" }, visitor.t("form-answers:mistakes.attemptInvalid"));

      await visitor.open("/payment/monthly");
      const ofAnotherPlan = await page.locator("form.pay input[name=quote]").inputValue();
      await expectRefused(trip, { quote: ofAnotherPlan }, visitor.t("form-answers:mistakes.priceUnreadable"));
    },
  );
}
