import { psPurchase, psPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Context } from "../../context";
import type { AttemptRow } from "../../orders/tables";
import { askResult } from "../ask-result";
import { failure } from "../failure";
import { openPurchase } from "../open-purchase";
import type { routesIn } from "../route";

/** What a wallet's page adds to the address where it sends the buyer back, beside the payer. */
export type WalletNames = Partial<Record<"transaction_id" | "token" | "subscription_id" | "ba_token", string>>;

/** @param isNamed whether these names, where there are any, are those of an attempt */
export function psRoutes(
  context: Context,
  { posting }: ReturnType<typeof routesIn>,
  isNamed: (attempt: AttemptRow, named: WalletNames) => boolean = isNamedByReference,
) {
  return {
    psPurchase: posting(psPurchase, async (body, caller) => {
      const addresses = { returnUrl: body.return_url, cancelUrl: body.cancel_url };
      const { attempt, payAt } = await openPurchase(context, { provider: "ps", body, addresses, caller });
      const status = payAt ? ("pending" as const) : ("success" as const);
      return { order_id: attempt.order_id, transaction_id: attempt.reference, status, redirect_url: payAt };
    }),
    psPurchaseResult: posting(psPurchaseResult, ({ order_id, payer_id: _who, ...named }, caller) =>
      askResult(context, order_id, caller, ({ attempts }) => {
        if (!attempts.some((attempt) => isNamed(attempt, named))) throw failure("payment_mismatch");
      }),
    ),
  };
}

/** PayPal's order is its token, a subscription has an id of its own; the token that comes with one names only the buyer's visit. */
function isNamedByReference({ reference }: AttemptRow, named: WalletNames): boolean {
  const { transaction_id, token, subscription_id } = named;
  const given = [transaction_id, subscription_id ?? token].filter((name) => name !== undefined);
  return given.every((name) => name === reference);
}
