import { expect } from "vitest";
import { READING_MS } from "../../tools/rig/reading-time";
import type { Journey } from "./journey";
import { expectPaidOnce, expectSuccess } from "./ledger";
import type { Visitor } from "./visitor";

export async function applyCoupon({ page, t }: Visitor, coupon: string): Promise<void> {
  const field = page.getByRole("textbox", { name: t("payment:couponLabel") });
  if (!(await field.isVisible())) await page.getByText(t("payment:couponAsk"), { exact: true }).click();
  await field.fill(coupon);
  await page.getByRole("button", { name: t("payment:couponApply"), exact: true }).click();
}

const YEARLY = "$47.88";
const AFTER_WELCOME20 = "$38.30";
const AFTER_ONCE50 = "$23.94";

/** Applied, removed and applied again; no entry is lost, and what is paid is what was shown. */
export async function buyWithCoupon({ visitor, page }: Journey): Promise<void> {
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
}

/** A refused coupon says why, as far as the API does, and the form stays payable. */
export async function buyAfterRefusedCoupon({ visitor }: Journey): Promise<void> {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await applyCoupon(visitor, "EXPIRED");
  await visitor.expectText(visitor.t(`form-answers:couponRefused.${visitor.addresses.isBare ? "unknown" : "expired"}`));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await visitor.expectText(YEARLY);
}

/** A coupon that its buyer has used before is told with the new price, which is charged only once agreed to. */
export async function useCouponTwice({ visitor }: Journey): Promise<void> {
  for (const isAgain of [false, true]) {
    await visitor.open("/payment/yearly");
    await visitor.enterEmail();
    await applyCoupon(visitor, "ONCE50");
    if (visitor.addresses.isBare) await visitor.chooseProvider("so");
    await visitor.payButtonAt(AFTER_ONCE50).click();
    if (isAgain) await goOnWithoutCoupon(visitor);
    await visitor.expectHostedPage();
    await visitor.onHostedPage("approve");
    await visitor.expectHeading(visitor.t("paysuc:heading"));
    await visitor.expectText(isAgain ? YEARLY : AFTER_ONCE50);
  }
}

/** A bare API refuses the purchase without saying why: then the buyer takes the coupon away. */
async function goOnWithoutCoupon(visitor: Visitor): Promise<void> {
  const { page, t, addresses } = visitor;
  if (addresses.isBare) {
    await page.getByRole("alert", { name: t("form-answers:headings.notStarted") }).waitFor();
    await page.getByRole("button", { name: t("payment:couponRemove") }).click();
  } else await visitor.expectText(t("form-answers:couponRefused.already_used"));
  await visitor.payButtonAt(YEARLY).click();
}

/** Where nothing is due nobody is sent to a provider. */
export async function startForNothing({ visitor, page }: Journey): Promise<void> {
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  if (visitor.addresses.isBare) await visitor.chooseProvider("so");
  await applyCoupon(visitor, "FREE100");
  await visitor.expectText(visitor.t("sale:form.nothingToPay"));
  // What costs nothing is given to nobody faster than a person.
  await page.waitForTimeout(READING_MS);
  await page.getByRole("button", { name: visitor.t("payment:start"), exact: true }).click();
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await expectPaidOnce(visitor, ["succeeded"], []);
}
