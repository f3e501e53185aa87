import type { Money } from "../../machine/money";

/** Of each kind so many are told at most, the oldest: whoever has more has one trouble, not many. */
export const MOST_OF_A_KIND = 100;

/** What waits for a person. Addresses of buyers are masked. Times are milliseconds since 1970. */
export interface ForAPerson {
  kind:
    | "refund"
    | "review"
    | "dispute"
    | "declaration"
    | "payment"
    | "renewal"
    | "entitlement"
    | "mail"
    | "webhook"
    | "difference"
    | "store report";
  /** Names it in the operator's commands, where there is one for it. */
  id: string;
  orderId: string | null;
  since: number;
  /** Until when it has to be done; null: no date is set. */
  by: number | null;
  money: Money | null;
  /** What happened, in English. */
  what: string;
  /** What can be done, in English. */
  help: string;
}

/** What most have none of. */
export const NOTHING = { orderId: null, by: null, money: null } as const;
