import type { COUPON_REASONS } from "~/upstream/contract/coupons";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { fieldsOf, page, post, type Shown, shown } from "./site";

export const entries = { email: "anna@", provider: "ps" };
export const amountOf = ({ document }: Shown, line: string) => document.querySelector(`.line-${line} dd`)?.textContent;

/** Opens the checkout, types a coupon beside half an e-mail address, and presses a button. */
export async function press(intent: string, coupon = "welcome20", path = "/payment/year") {
  const form = await page(path);
  return shown(post("/payment/year", fieldsOf(form, { ...entries, coupon, intent })));
}

/** The payments API takes a fifth off; the test reads what it was asked. */
export function watchCoupons(answer: Parameters<typeof makeCoupon>[0] = {}) {
  const asked: Record<string, string>[] = [];
  upstream.use(
    answering(endpoints.checkCoupon, ({ url }) => {
      asked.push(Object.fromEntries(new URL(url).searchParams));
      return makeCoupon(answer);
    }),
  );
  return asked;
}
export const refuseCoupons = (reason: (typeof COUPON_REASONS)[number]) =>
  watchCoupons({ valid: false, coupon_id: "BAD", discount: undefined, reason });
