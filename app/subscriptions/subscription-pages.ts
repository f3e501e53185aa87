import type { LinkedPage, SubscriptionAction } from "~/upstream/contract/subscriptions";

export type SubscriptionPage = Exclude<LinkedPage, "receipts">;

/** The changes that each page's forms make. */
export const ACTIONS: Readonly<Record<SubscriptionPage, readonly SubscriptionAction[]>> = {
  cancel: ["cancel", "resume"],
  withdraw: ["withdraw"],
  renewal: [],
};
