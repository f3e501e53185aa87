import { askPdStatus, openPdPurchase } from "~/upstream/purchases.server";
import { keyOf, linkTo, type ProviderFlow } from "../provider-flow";

/** `pd`: the buyer pays at a pay link. */
export const pd: ProviderFlow = {
  async open(purchase, caller) {
    const body = { ...purchase.body, return_url: purchase.addresses.returnUrl };
    const { order_id, pay_link } = await openPdPurchase(body, keyOf(purchase), caller);
    return { orderId: order_id, handOff: linkTo(pay_link) };
  },
  ask: (orderId, caller) => askPdStatus({ order_id: orderId }, caller),
};
