import { call, callForAnybody } from "~/upstream/client/client.server";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { PaymentProvider } from "./provider.server";

/** `so`: the buyer pays on a hosted page. */
export const so = {
  statementName: ({ statement }) => statement?.so,
  async open(purchase, caller) {
    const { returnUrl, cancelUrl } = purchase.addresses;
    const body = { ...purchase.body, return_url: returnUrl, cancel_url: cancelUrl };
    const { order_id, web_url } = await call(soPurchase, { body }, caller, purchase.options);
    return { orderId: order_id, handOff: { kind: "link", address: web_url } };
  },
  ask: (orderId, caller) => callForAnybody(soPurchaseResult, { body: { order_id: orderId } }, caller),
} satisfies PaymentProvider;
