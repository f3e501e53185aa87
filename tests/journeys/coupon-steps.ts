import type { Visitor } from "./visitor";

export async function applyCoupon({ page, t }: Visitor, coupon: string): Promise<void> {
  const field = page.getByRole("textbox", { name: t("payment:couponLabel") });
  if (!(await field.isVisible())) await page.getByText(t("payment:couponAsk"), { exact: true }).click();
  await field.fill(coupon);
  await page.getByRole("button", { name: t("payment:couponApply"), exact: true }).click();
}
