import { z } from "zod";
import { call, callForAnybody } from "~/upstream/client/client.server";
import { psPurchase, psPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { PaymentProvider } from "./provider.server";
import { readReturned } from "./returned.server";

const identifying = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/)
  .optional();

/** A wallet in the manner of PayPal names the payment in the address it sends the buyer back to. */
const returnParams = z
  .object({
    transaction_id: identifying,
    token: identifying,
    PayerID: identifying,
    subscription_id: identifying,
    ba_token: identifying,
  })
  .transform(({ PayerID, ...named }) => ({ ...named, payer_id: PayerID }));

/** `ps`: the buyer pays on a wallet's own page. */
export const ps = {
  statementName: ({ statement }) => statement?.ps,
  async open(purchase, caller) {
    const { returnUrl, cancelUrl } = purchase.addresses;
    const body = { ...purchase.body, return_url: returnUrl, cancel_url: cancelUrl };
    const { order_id, redirect_url } = await call(psPurchase, { body }, caller, purchase.options);
    return { orderId: order_id, handOff: { kind: "link", address: redirect_url } };
  },
  ask: async (orderId, caller, returned) =>
    callForAnybody(psPurchaseResult, { body: { ...readReturned(returnParams, returned), order_id: orderId } }, caller),
} satisfies PaymentProvider;
