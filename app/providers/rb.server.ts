import { askRbStatus, openRbSubscription } from "~/upstream/purchases.server";
import { mintProof } from "~/visitor/bot-check/own-token.server";
import { keyOf, linkTo, type ProviderFlow } from "./provider";

/**
 * `rb`: a subscription paid on the provider's page, guarded by the bot check. The form brings the proof; a call that is
 * repeated without one carries the site's own, because the form was checked when it was sent.
 */
export const rb: ProviderFlow = {
  leavesBy: "link",
  async open(purchase, caller) {
    const { body, product, addresses, attempt, proof } = purchase;
    const { order_id, redirect_url } = await openRbSubscription(
      { ...body, product_id: product, return_url: addresses.returnUrl, recasign: proof ?? mintProof(attempt) },
      keyOf(purchase),
      caller,
    );
    return { orderId: order_id, handOff: linkTo(redirect_url) };
  },
  ask: (orderId, caller) => askRbStatus({ order_id: orderId }, caller),
};
