import { callForAnybody } from "~/upstream/call-for-anybody.server";
import { type Caller, call } from "~/upstream/client.server";
import { pdPurchaseStatus } from "~/upstream/contract/order-status";
import { pdPrepurchase } from "~/upstream/contract/pd";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { UpstreamError } from "~/upstream/upstream-error";
import { type Facts, keyOf, linkTo, type PaymentProvider } from "./provider";

/** `pd`: the buyer pays at a pay link, or in the provider's frame. */
export const pd = {
  words: { name: "providers:pd.name", hint: "providers:pd.hint" },
  leavesBy: "link",
  statementName: ({ statement }) => statement?.pd,
  async open(purchase, caller) {
    const { body, addresses } = purchase;
    const answer = await call(
      pdPrepurchase,
      { body: { ...body, return_url: addresses.returnUrl } },
      caller,
      keyOf(purchase),
    );
    const { order_id, pay_link, product_id, passthrough, coupon } = answer;
    const frameFacts: Facts = {
      product: product_id,
      passthrough,
      coupon: coupon ?? "",
      email: body.email,
      country: body.country_code,
      override: pay_link ?? "",
      return_url: addresses.returnUrl,
    };
    return { orderId: order_id, handOff: linkTo(pay_link), frameFacts };
  },
  ask: askStatus,
  frameScript(facts, { paddle }) {
    if (!paddle?.script) return undefined;
    const { script, vendor_id, environment } = paddle;
    return { script, facts: { ...facts, vendor: String(vendor_id), environment } };
  },
} satisfies PaymentProvider;

/** This call is ours: an API that has none of it says nothing of an order, which is then waited for. */
async function askStatus(orderId: string, caller: Caller): Promise<PurchaseResult> {
  try {
    return await callForAnybody(pdPurchaseStatus, { body: { order_id: orderId } }, caller);
  } catch (error) {
    const isNoSuchCall =
      error instanceof UpstreamError && error.status === 404 && error.apiError?.error.code === "http_404";
    if (!isNoSuchCall) throw error;
    return pdPurchaseStatus.answer.parse({ status: "pending" });
  }
}
