/** Somebody who buys. Two addresses with the same account are one person to the payments API. */
export interface Buyer {
  readonly person: string;
  readonly email: string;
  readonly userId?: number;
}

export const ANNA: Buyer = { person: "anna", email: "anna@example.com" };

export const BUYERS: readonly Buyer[] = [
  ANNA,
  { person: "ben", email: "ben@example.com", userId: 7 },
  { person: "ben", email: "ben@work.example.com", userId: 7 },
];

/** What is in a pay form: a plan, a coupon, and the price that was shown for them. */
export interface Goods {
  readonly plan: string;
  readonly amount: number;
  readonly coupon?: string;
  /** The price shown is not the one of now. */
  readonly isOutdated?: boolean;
  /** Nothing is charged now or later, so no provider is asked. */
  readonly isGift?: boolean;
}

export const USUAL: readonly Goods[] = [
  { plan: "monthly", amount: 11.99 },
  { plan: "monthly", amount: 8.39, coupon: "LASTONE" },
];
export const UNUSUAL: readonly Goods[] = [
  { plan: "monthly", amount: 10.99, isOutdated: true },
  { plan: "yearly", amount: 23.94, coupon: "ONCE50" },
  { plan: "yearly", amount: 0, coupon: "FREE100", isGift: true },
  // A free trial that becomes a subscription, and the same plan for those who have used the trial.
  { plan: "weekly", amount: 0 },
  { plan: "weekly", amount: 4.99 },
];

/** How many may hold or have used these coupons: in all, or each person. */
export const COUPON_LIMITS = {
  LASTONE: { per: "all", limit: 1 },
  ONCE50: { per: "person", limit: 1 },
  FREE100: { per: "person", limit: 1 },
} as const;
