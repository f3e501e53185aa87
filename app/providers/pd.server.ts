import { askPdStatus, openPdPurchase } from "~/upstream/purchases.server";
import { type Facts, keyOf, linkTo, type PaymentProvider } from "./provider";

/** `pd`: the buyer pays at a pay link, or in the provider's frame. */
export const pd = {
  words: { name: "providers:pd.name", hint: "providers:pd.hint" },
  leavesBy: "link",
  statementName: ({ statement }) => statement?.pd,
  async open(purchase, caller) {
    const { body, addresses } = purchase;
    const answer = await openPdPurchase({ ...body, return_url: addresses.returnUrl }, keyOf(purchase), caller);
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
  ask: (orderId, caller) => askPdStatus({ order_id: orderId }, caller),
  frameScript(facts, { paddle }) {
    if (!paddle?.script) return undefined;
    const { script, vendor_id, environment } = paddle;
    return { script, facts: { ...facts, vendor: String(vendor_id), environment } };
  },
} satisfies PaymentProvider;
