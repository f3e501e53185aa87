import { expect } from "vitest";
import { applyCoupon } from "./coupon-steps";
import { journey } from "./journey";
import { expectSuccess } from "./ledger";

const YEARLY = "$47.88";
const AFTER_WELCOME20 = "$38.30";

journey("a coupon is applied, removed and applied again, and no entry is lost", async ({ visitor, page }) => {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await applyCoupon(visitor, "welcome20");
  await visitor.payButtonAt(AFTER_WELCOME20).waitFor();
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await page.getByRole("button", { name: visitor.t("payment:couponRemove") }).click();
  await visitor.payButtonAt(YEARLY).waitFor();
  await applyCoupon(visitor, "WELCOME20");
  await visitor.payButtonAt(AFTER_WELCOME20).waitFor();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await visitor.expectText(AFTER_WELCOME20);
});
