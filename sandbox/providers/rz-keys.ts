import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../payments/secrets";

export const RZ_KEY_ID = "rzp_test_sandbox";

/** A subscription's id is made of its first order's. */
export const rzSubscription = {
  of: (reference: string): string => reference.replace(/^order_/, "sub_"),
  orderOf: (subscriptionId: string): string => subscriptionId.replace(/^sub_/, "order_"),
};

/** hex HMAC-SHA256 of "<the stored order's id>|<payment id>" under the key's secret. */
export const rzSignature = (secrets: Secrets, reference: string, paymentId: string): string =>
  createHmac("sha256", secrets.razorpay).update(`${reference}|${paymentId}`).digest("hex");

export function isRzSignature(secrets: Secrets, reference: string, paymentId: string, given: string): boolean {
  const expected = Buffer.from(rzSignature(secrets, reference, paymentId), "hex");
  const offered = Buffer.from(given, "hex");
  return offered.length === expected.length && timingSafeEqual(offered, expected);
}
