import { expect } from "vitest";
import { applyCoupon } from "../coupon-steps";
import { journey } from "../journey";
import { expectPaidOnce, expectSuccess } from "../ledger";

const YEARLY = "$47.88";
const AFTER_ONCE50 = "$23.94";

journey("a refused coupon says why, and the form stays payable", { statuses: [422] }, async ({ visitor }) => {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await applyCoupon(visitor, "EXPIRED");
  await visitor.expectText(visitor.t("form-answers:couponRefused.expired"));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await visitor.expectText(YEARLY);
});

journey(
  "a coupon that turns out to be used is told with the new price, which is charged only once agreed to",
  { statuses: [422] },
  async ({ visitor }) => {
    for (const isAgain of [false, true]) {
      await visitor.open("/payment/yearly");
      await visitor.enterEmail();
      await applyCoupon(visitor, "ONCE50");
      await visitor.payButtonAt(AFTER_ONCE50).click();
      if (isAgain) {
        await visitor.expectText(visitor.t("form-answers:couponRefused.already_used"));
        await visitor.payButtonAt(YEARLY).click();
      }
      await visitor.expectHostedPage();
      await visitor.onHostedPage("approve");
      await visitor.expectHeading(visitor.t("paysuc:heading"));
      await visitor.expectText(isAgain ? YEARLY : AFTER_ONCE50);
    }
  },
);

journey("where nothing is due nobody is sent to a provider", async ({ visitor, page }) => {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await applyCoupon(visitor, "FREE100");
  await visitor.expectText(visitor.t("payment:nothingToPay"));
  await page.getByRole("button", { name: visitor.t("payment:start"), exact: true }).click();
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await expectPaidOnce(visitor, ["succeeded"], []);
});
