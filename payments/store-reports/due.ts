import type { AppStore } from "~/upstream/contract/store-tokens";
import { DEADLINES } from "./rules";
import type { StoreReport, StoreTokenRow } from "./tables";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whoever buys does so within minutes, or after a provider's days; what was reported without a sale may still have one. */
const SALE_MAY_COME_MS = 7 * DAY_MS;

function daysFor(store: AppStore, what: "transaction" | "token"): number | undefined {
  return DEADLINES.find((one) => one.store === store && one.what === what)?.days;
}

/** When a transaction has to be reported at the latest. @throws where docs/store-fees.json does not say it */
export function transactionDue(store: AppStore, at: number): number {
  const days = daysFor(store, "transaction");
  if (days === undefined) throw new Error(`docs/store-fees.json has no deadline for transactions of ${store}`);
  return at + days * DAY_MS;
}

type Dated = Pick<StoreTokenRow, "store" | "created_at" | "expires_at">;

/** When a token without a sale is reported, and at the latest; undefined: its store does not ask for it. */
export function noSaleDue({ store, created_at, expires_at }: Dated): { from: number; due_at: number } | undefined {
  const days = daysFor(store, "token");
  if (days === undefined) return undefined;
  // A custom link's token is good for sales until it expires.
  if (expires_at !== null) return { from: expires_at, due_at: expires_at + days * DAY_MS };
  return { from: created_at + SALE_MAY_COME_MS, due_at: created_at + days * DAY_MS };
}

/** The latest moments at which a token was made, or has expired, that is reported without a sale now. */
export const agedBy = (now: number) => ({ created: now - SALE_MAY_COME_MS, expired: now });

/** Whether so little time is left that somebody should know: less than a quarter of it. */
export const isNearDue = ({ noted_at, due_at }: Pick<StoreReport, "noted_at" | "due_at">, now: number): boolean =>
  now >= due_at - Math.max(0, due_at - noted_at) / 4;
