import { type Caller, call, callForAnybody } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { pdPrepurchase, pdPurchaseStatus } from "~/upstream/contract/purchase-calls";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import type { PaymentProvider } from "./provider.server";

/** `pd`: the buyer pays at a pay link, or in the provider's frame. */
export const pd = {
  statementName: ({ statement }) => statement?.pd,
  async open(purchase, caller) {
    const { body, addresses, options } = purchase;
    const answer = await call(pdPrepurchase, { body: { ...body, return_url: addresses.returnUrl } }, caller, options);
    const { order_id, pay_link, product_id, passthrough, coupon } = answer;
    const facts = { product: product_id, passthrough, coupon: coupon ?? "" };
    return { orderId: order_id, handOff: { kind: "link", address: pay_link, facts } };
  },
  ask: askStatus,
  frameScript(facts, { address, email, country, addresses }, { paddle }) {
    if (!paddle?.script) return undefined;
    const { script, vendor_id, environment } = paddle;
    const ours = { email, country, override: address, return_url: addresses.returnUrl };
    return { script, facts: { ...facts, ...ours, vendor: String(vendor_id), environment } };
  },
} satisfies PaymentProvider;

/** This status call is our addition to the specification: an API without it leaves the order waiting. */
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
