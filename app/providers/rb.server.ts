import { ownToken } from "~/security/bot-check/bot-check.server";
import { call, callForAnybody } from "~/upstream/client/client.server";
import { rbCreateSubscription, rbSubscriptionStatus } from "~/upstream/contract/purchase-calls";
import type { PaymentProvider } from "./provider.server";

/**
 * `rb`: a subscription paid on the provider's page, guarded by the bot check. The form has its token; a repeated call
 * without one carries the site's own token, because the form was already checked.
 */
export const rb = {
  isGuarded: true,
  statementName: ({ statement }) => statement?.rb,
  async open(purchase, caller) {
    const { body, product, addresses, attempt, options, botToken } = purchase;
    const { order_id, redirect_url } = await call(
      rbCreateSubscription,
      {
        body: {
          ...body,
          product_id: product,
          return_url: addresses.returnUrl,
          recasign: botToken ?? ownToken(attempt),
        },
      },
      caller,
      options,
    );
    return { orderId: order_id, handOff: { kind: "link", address: redirect_url } };
  },
  ask: (orderId, caller) => callForAnybody(rbSubscriptionStatus, { body: { order_id: orderId } }, caller),
} satisfies PaymentProvider;
