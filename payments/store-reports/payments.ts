import { randomUUID } from "node:crypto";
import Big from "big.js";
import type { Tx } from "../store/database";
import { netOf } from "./amounts";
import { transactionDue } from "./due";
import { factsOf, type PaymentFacts } from "./facts";
import { feeOf } from "./fees";
import { insertReport } from "./insert-report";
import type { StoreReport, StoreTokenRow } from "./tables";
import { dropUntried, markDuplicates } from "./tokens";

type Period = NonNullable<PaymentFacts["period"]>;

/** A payment as it is in the order; without a period it was sold once. */
export type Paid = Omit<PaymentFacts, "net_left" | "erroneous" | "period"> & { period?: Omit<Period, "paid_days"> };

interface Payment {
  /** Of the order, or of the renewal's charge. */
  id: string;
  orderId: string;
  tokenId: string;
  paid: Paid;
}

/** Notes the first payment of an order, also one of nothing. @param now when it was found */
export async function noteSale(tx: Tx, payment: Payment, now: number): Promise<void> {
  const token = await reportingToken(tx, payment.tokenId);
  if (token === undefined) return;
  for (const kind of ["no_sale", "unknown"] as const) await dropUntried(tx, token.id, kind);
  await notePayment(tx, token, payment, { kind: "sale", reference: null, now });
  await markDuplicates(tx, token, payment.orderId, now);
}

/** Notes a renewal of an order whose sale was noted. */
export async function noteRenewal(tx: Tx, payment: Omit<Payment, "tokenId">, now: number): Promise<void> {
  const sale = await reportOf(tx, `sale:${payment.orderId}`);
  const token = sale && (await tokenById(tx, sale.token_id));
  if (token) await notePayment(tx, token, payment, { kind: "renewal", reference: sale.line_item_id, now });
}

/** The one that reports in a duplicate's place; undefined: nothing can be reported of it. */
async function reportingToken(tx: Tx, id: string): Promise<StoreTokenRow | undefined> {
  const token = await tokenById(tx, id);
  if (token?.duplicate_of != null) return tokenById(tx, token.duplicate_of);
  return token?.origin === "unreadable" ? undefined : token;
}

const tokenById = (tx: Tx, id: string): Promise<StoreTokenRow | undefined> =>
  tx.selectFrom("store_tokens").selectAll().where("id", "=", id).executeTakeFirst();

const reportOf = (tx: Tx, event: string): Promise<StoreReport | undefined> =>
  tx.selectFrom("store_reports").selectAll().where("event", "=", event).executeTakeFirst();

async function notePayment(
  tx: Tx,
  token: StoreTokenRow,
  { id, orderId, paid }: Omit<Payment, "tokenId">,
  { kind, reference, now }: { kind: "sale" | "renewal"; reference: string | null; now: number },
): Promise<void> {
  const period = paid.period && { ...paid.period, paid_days: await paidDays(tx, orderId) };
  await insertReport(tx, {
    event: `${kind}:${id}`,
    token_id: token.id,
    store: token.store,
    kind,
    order_id: orderId,
    line_item_id: randomUUID(),
    reference,
    noted_at: now,
    due_at: transactionDue(token.store, paid.at),
    ...ledgerOf(token, { ...paid, period, net_left: netOf(paid) }),
  });
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The days that were paid of an order's subscription so far; those of a trial for nothing were not. */
async function paidDays(tx: Tx, orderId: string): Promise<number> {
  const before = await tx
    .selectFrom("store_reports")
    .select("facts")
    .where("order_id", "=", orderId)
    .where("kind", "in", ["sale", "renewal"])
    .execute();
  return before
    .map(factsOf)
    .filter(({ gross }) => Big(gross).gt(0))
    .reduce((days, { period }) => days + (period ? Math.round((period.ends_at - period.starts_at) / DAY_MS) : 0), 0);
}

/** A payment and what the store takes of it. */
function ledgerOf(token: StoreTokenRow, facts: PaymentFacts) {
  const fee = feeOf(token, facts);
  return { facts: JSON.stringify(facts), fee_percent: fee?.percent ?? null, fee_amount: fee?.amount ?? null };
}

/**
 * Notes what of a payment has gone back.
 * @param event the payment's, such as `sale:ord_…`
 * @param total all that has gone back of it so far, with tax
 */
export async function noteRefund(tx: Tx, event: string, total: number, now: number): Promise<void> {
  const payment = await reportOf(tx, event);
  if (payment === undefined || total <= payment.given_back) return;
  const facts = factsOf(payment);
  const back = (upTo: number) => givenBack(facts, upTo);
  const [before, after] = [back(payment.given_back), back(total)];
  const refund = {
    gross: Big(after.gross).minus(before.gross).toString(),
    tax: Big(after.tax).minus(before.tax).toString(),
  };
  const { period, ...rest } = facts;
  const net_left = Big(netOf(facts)).minus(netOf(after)).toString();
  await insertReport(tx, {
    event: `refund:${event}:${after.gross}`,
    token_id: payment.token_id,
    store: payment.store,
    kind: "refund",
    order_id: payment.order_id,
    line_item_id: randomUUID(),
    reference: payment.line_item_id,
    facts: JSON.stringify({ ...rest, ...refund, net_left, at: now }),
    noted_at: now,
    due_at: transactionDue(payment.store, now),
  });
  await tx.updateTable("store_reports").set({ given_back: total }).where("seq", "=", payment.seq).execute();
}

/** What went back of a payment, with the tax in it; never more than was paid. */
function givenBack({ gross, tax }: PaymentFacts, total: number): { gross: string; tax: string } {
  if (Big(total).gte(gross)) return { gross, tax };
  const share = Big(tax).times(total).div(gross).round(2, Big.roundHalfUp);
  return { gross: Big(total).toString(), tax: share.toString() };
}

/** What a payment should have been reported as; undefined: there was none. */
type Correction = { gross: string; tax: string } | undefined;

/**
 * Has a payment reported again as it was.
 * @returns false: it was not reported yet, less is right than has gone back, or its store takes no corrections
 */
export async function noteCorrection(tx: Tx, event: string, right: Correction, now: number): Promise<boolean> {
  const payment = await reportOf(tx, event);
  const token = payment && (await tokenById(tx, payment.token_id));
  if (token?.store !== "apple" || payment?.state !== "reported") return false;
  const facts = corrected(payment, right);
  if (Big(facts.net_left).lt(0)) return false;
  const earlier = await tx
    .selectFrom("store_reports")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("line_item_id", "=", payment.line_item_id)
    .executeTakeFirstOrThrow();
  const ledger = ledgerOf(token, facts);
  await insertReport(tx, {
    event: `correction:${event}:${earlier.count}`,
    token_id: token.id,
    store: token.store,
    kind: "correction",
    order_id: payment.order_id,
    line_item_id: payment.line_item_id,
    reference: payment.reference,
    facts: ledger.facts,
    noted_at: now,
    due_at: transactionDue(token.store, now),
  });
  await tx.updateTable("store_reports").set(ledger).where("seq", "=", payment.seq).execute();
  return true;
}

/** What is left of it is what is right, less what has gone back. */
function corrected(payment: StoreReport, right: Correction): PaymentFacts {
  const facts = factsOf(payment);
  if (right === undefined) return { ...facts, net_left: "0", erroneous: true };
  const now = { ...facts, ...right, erroneous: undefined };
  const net_left = Big(netOf(now)).minus(netOf(givenBack(now, payment.given_back)));
  return { ...now, net_left: net_left.toString() };
}
