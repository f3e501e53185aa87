import { randomInt } from "node:crypto";
import { psPurchase, psPurchaseResult } from "~/upstream/contract/purchase-calls";
import { askResult } from "../../payments/api/ask-result";
import { failure } from "../../payments/api/failure";
import { openPurchase } from "../../payments/api/open-purchase";
import type { routesIn } from "../../payments/api/route";
import type { Context } from "../../payments/context";
import type { AttemptRow } from "../../payments/store/schema";
import { type Simulator, withQuery } from "./simulator";

const LETTERS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const SIZE = 17;

/** The provider's ids of a payment, by return parameter. */
const namesOf = ({ reference }: AttemptRow) => ({
  transaction_id: reference,
  token: `EC-${reference}`,
  subscription_id: `I-${reference}`,
  ba_token: `BA-${reference}`,
});

/** A wallet's page like PayPal's: it returns with the payment's ids, or cancels with its token. */
export const ps: Simulator = {
  name: "Sandbox wallet",
  rights: {},
  newReference: () => Array.from({ length: SIZE }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(""),
  wayBack: ({ attempt }, said) => {
    const { token, ...names } = namesOf(attempt);
    if (said === "abandoned") return { method: "get", address: withQuery(attempt.cancel_url, { token }) };
    const query = { token, PayerID: payerOf(attempt), ...names };
    return { method: "get", address: withQuery(attempt.return_url, query) };
  },
};

const payerOf = ({ reference }: AttemptRow): string => reference.slice(0, 13).split("").reverse().join("");

export function psRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    psPurchase: posting(psPurchase, async (body, caller) => {
      const { attempt, payAt } = await openPurchase(context, {
        provider: "ps",
        reference: ps.newReference(),
        body,
        addresses: { returnUrl: body.return_url, cancelUrl: body.cancel_url },
        caller,
      });
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

function isNamed(attempt: AttemptRow, named: Partial<ReturnType<typeof namesOf>>): boolean {
  const names = new Map(Object.entries(namesOf(attempt)));
  return Object.entries(named).every(([name, value]) => names.get(name) === value);
}
