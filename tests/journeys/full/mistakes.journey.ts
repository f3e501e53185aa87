import { expect } from "vitest";
import { journey } from "../journey";
import { expectSuccess, ordersOf } from "../ledger";
import { expectMistake, mendAddress, sendUnchecked } from "../mistake-steps";

journey("a mistyped e-mail address is pointed out and mended in German", { lang: "de", statuses: [422] }, mendAddress);

journey("an empty form is held back by the browser itself", async ({ visitor, page }) => {
  await visitor.open("/payment/yearly");
  await visitor.payButton().click();
  expect(await visitor.emailField().evaluate((field) => field.matches(":invalid:focus"))).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/payment/yearly");
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
