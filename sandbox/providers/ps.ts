import { randomInt } from "node:crypto";
import type { WalletNames } from "../../payments/api/providers/ps";
import type { AttemptRow } from "../../payments/orders/tables";
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

/** The names that the wallet gave back are those of this attempt. */
export function isNamedByWallet(attempt: AttemptRow, named: WalletNames): boolean {
  const names = new Map(Object.entries(namesOf(attempt)));
  return Object.entries(named).every(([name, value]) => names.get(name) === value);
}
