import { expect } from "vitest";
import { journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import type { Visitor } from "./visitor";

const YEARLY = "$47.88";
const AFTER_WELCOME20 = "$38.30";
const AFTER_ONCE50 = "$23.94";

const payButton = ({ page, t }: Visitor, price: string) =>
  page.getByRole("button", { name: t("payment:pay", { price }), exact: true });

async function applyCoupon({ page, t }: Visitor, coupon: string): Promise<void> {
  const field = page.getByRole("textbox", { name: t("payment:couponLabel") });
  if (!(await field.isVisible())) await page.getByText(t("payment:couponAsk"), { exact: true }).click();
  await field.fill(coupon);
  await page.getByRole("button", { name: t("payment:couponApply"), exact: true }).click();
}

journey("a coupon is applied, removed and applied again, and no entry is lost", async ({ visitor, page }) => {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await applyCoupon(visitor, "welcome20");
  await payButton(visitor, AFTER_WELCOME20).waitFor();
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await page.getByRole("button", { name: visitor.t("payment:couponRemove") }).click();
  await payButton(visitor, YEARLY).waitFor();
  await applyCoupon(visitor, "WELCOME20");
  await payButton(visitor, AFTER_WELCOME20).waitFor();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await visitor.expectText(AFTER_WELCOME20);
});

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
      await payButton(visitor, AFTER_ONCE50).click();
      if (isAgain) {
        await visitor.expectText(visitor.t("form-answers:couponRefused.already_used"));
        await payButton(visitor, YEARLY).click();
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
