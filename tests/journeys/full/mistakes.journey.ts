import { expect } from "vitest";
import { hydrated } from "../hydrated";
import { journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { expectMistake, mendAddress, sendUnchecked } from "../mistake-steps";

journey("a mistyped e-mail address is pointed out and mended in German", { lang: "de", statuses: [422] }, mendAddress);

const IN_OUR_WORDS = { lang: "de", statuses: [422] } as const;

journey("an empty form is told so in the page's language", IN_OUR_WORDS, async ({ visitor, page, hasScripts }) => {
  await visitor.open("/payment/yearly");
  if (hasScripts) await hydrated(page);
  await visitor.payButton().click();
  const words = hasScripts ? "form-answers:mistakes.emailInvalid" : "form-answers:mistakes.emailMissing";
  await page.locator("#email-error").getByText(visitor.t(words), { exact: true }).waitFor();
  expect(await visitor.emailField().evaluate((element) => element === document.activeElement)).toBe(true);
});

journey(
  "loading a refused form again neither loses the page nor orders anything",
  { statuses: [422] },
  async (trip) => {
    const { visitor, page } = trip;
    await visitor.open("/payment/yearly");
    await visitor.enterEmail("anna@");
    await sendUnchecked(visitor);
    await expectMistake(visitor, visitor.t("form-answers:mistakes.emailInvalid"));
    await page.reload();
    await visitor.expectHeading(visitor.t("payment:heading"));
    await visitor.enterEmail();
    expect(await ordersOf(visitor)).toEqual([]);
    await visitor.pay();
    await visitor.onHostedPage("approve");
    await expectSuccess(visitor);
  },
);
