import { z } from "zod";
import type { KnownDecline } from "~/upstream/contract/purchase-result";
import { majorUnits, minorDigits, minorUnits } from "../amounts";
import { givenBack, type Money, type TakenBack } from "../driver";
import { meanings } from "../meanings";

/**
 * What is read of Paddle's things, in the shape of version 1 of its API. Words that may become more are text: an unknown one is never read
 * as success.
 */

/** Of Paddle's, those whose smallest unit is beyond doubt: of COP, HUF, TWD and VND others have another one than ISO 4217. */
export const CURRENCIES =
  `USD EUR GBP JPY AUD CAD CHF HKD SGD SEK ARS BRL CNY CZK DKK ILS INR KRW MXN NOK NZD PLN THB TRY UAH
  ZAR`.split(/\s+/);

/** @throws Refused where Paddle cannot take exactly this amount */
export const toPaddle = (money: Money): number => minorUnits(money, minorDigits(money.currency));
const fromPaddle = (amount: number, currency: string): Money => ({
  amount: majorUnits(amount, minorDigits(currency)),
  currency,
});

const text = z.string();
/** Milliseconds since 1970. */
export const instant = text.transform(Date.parse).pipe(z.number());
const minor = text.regex(/^\d+$/).transform(Number);
export const period = z.object({ starts_at: instant, ends_at: instant });

export const adjustment = z
  .object({
    id: text,
    action: text,
    status: text,
    transaction_id: text,
    reason: text,
    created_at: instant,
    updated_at: instant,
    items: z.array(z.object({ item_id: text, totals: z.object({ total: minor }) })),
    totals: z.object({ total: minor, currency_code: text }),
  })
  .transform(({ totals, ...rest }) => ({ ...rest, money: fromPaddle(totals.total, totals.currency_code) }));
export type Adjustment = z.output<typeof adjustment>;

/** It is good until its month is over. */
const card = z
  .object({ expiry_month: z.number().int(), expiry_year: z.number().int() })
  .transform(({ expiry_month, expiry_year }) => Date.UTC(expiry_year, expiry_month));

/** With its adjustments where they were asked for. */
export const transaction = z
  .object({
    id: text,
    status: text,
    origin: text,
    customer_id: text.nullish(),
    subscription_id: text.nullish(),
    custom_data: z.object({ attempt: text }).nullish().catch(undefined),
    created_at: instant,
    billed_at: instant.nullish(),
    billing_period: period.nullish(),
    checkout: z.object({ url: text.nullish() }).nullish(),
    payments: z.array(
      z.object({
        status: text,
        error_code: text.nullish(),
        method_details: z.object({ type: text, card: card.nullish() }),
        created_at: instant,
        captured_at: instant.nullish(),
      }),
    ),
    details: z.object({
      totals: z.object({ grand_total: minor, currency_code: text }),
      line_items: z.array(z.object({ id: text, totals: z.object({ total: minor }) })),
    }),
    adjustments: z.array(adjustment).default([]),
  })
  .transform(({ id, details: { totals, line_items }, billed_at, created_at, payments, ...rest }) => {
    const captured = payments.find(({ status }) => status === "captured");
    const paid = fromPaddle(totals.grand_total, totals.currency_code);
    // A transaction is paid once: its id is the capture's.
    const fact = { captureId: id, paid, at: captured?.captured_at ?? billed_at ?? created_at };
    const lines = line_items.map(({ id, totals }) => ({ id, total: totals.total }));
    return { ...rest, id, payments, fact, lines, cardEnds: captured?.method_details.card ?? undefined };
  });
export type Transaction = z.output<typeof transaction>;

/** Paddle takes the money for a chargeback when the bank has decided, and gives it back where it contests that with success. */
const DISPUTES = meanings({
  open: "chargeback_warning",
  lost: "chargeback",
  won: "chargeback_reverse chargeback_warning_reverse",
});

/** What went back of a payment, and what its bank said. Paddle answers banks itself, and wants no evidence. */
export function takenBack({ fact: { captureId, paid }, adjustments }: Transaction): TakenBack[] {
  // Paddle's ids are in the order of time.
  const oldestFirst = adjustments.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const refunds = oldestFirst.filter(({ action, status }) => action === "refund" && status === "approved");
  const back = refunds.reduce((sum, { money }) => sum + toPaddle(money), 0);
  const last = oldestFirst.findLast(({ action }) => DISPUTES.has(action));
  const state = DISPUTES.get(last?.action ?? "");
  const reports = givenBack(captureId, fromPaddle(back, paid.currency));
  if (last === undefined || state === undefined) return reports;
  const dispute = { captureId, disputeId: captureId, state, money: last.money, reason: last.reason };
  return [...reports, { type: "disputed", ...dispute, evidenceBy: undefined }];
}

const DECLINES = meanings<KnownDecline>({
  fix_details: "expired_card invalid_payment_details redacted_payment_method",
  funds_or_limit: "not_enough_balance invalid_amount",
  auth_failed: "authentication_failed",
  not_supported: "preferred_network_not_supported transaction_not_permitted",
  risk: "fraud blocked_card",
  temporary: "issuer_unavailable psp_error system_error",
  cancelled_or_timeout: "canceled",
});

/** Why the last try failed; any other code is a bank that does not say why. */
export const declineOf = (code: string | null | undefined): KnownDecline => DECLINES.get(code ?? "") ?? "bank_declined";
