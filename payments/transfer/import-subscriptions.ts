import { createHash, randomBytes } from "node:crypto";
import Big from "big.js";
import { accountFor } from "../accounts";
import { localPrice, rounded } from "../catalogue/plans";
import { inSale, type Sale } from "../catalogue/sale";
import { type Sold, soldIn, soldText } from "../catalogue/sold";
import type { Context } from "../context";
import { openOrder } from "../orders/buying/open";
import { recordEvent } from "../orders/record";
import { allDone } from "../rounds";
import type { Tx } from "../store/database";
import { insertAttempt, loadOrder } from "../store/orders";
import { nextSync } from "../subscriptions/provider/next-sync";
import { checkAccount, NotImported, type Prepared, prepareImport } from "./prepare-import";
import { lineSentence, type Numbered } from "./subscription-line";

/** So many providers' answers are waited for at once. */
const AT_ONCE = 8;

export interface ImportReport {
  /** What was imported, or can be. */
  ready: number;
  /** Imported before. */
  here: number;
  /** A sentence for each line that was not. */
  problems: string[];
}

/**
 * Takes in subscriptions that were sold elsewhere: each once, in a commit of its own, so that a run that was ended goes on where it was.
 * Nobody is written to, and no receipt is made of what was paid before; the operator's servers are told of each account.
 * @param isWritten false: only tells what would be done
 */
export async function importSubscriptions(
  context: Context,
  found: readonly Numbered[],
  isWritten: boolean,
): Promise<ImportReport> {
  const report: ImportReport = { ready: 0, here: 0, problems: [] };
  for (let from = 0; from < found.length; from += AT_ONCE)
    await allDone(found.slice(from, from + AT_ONCE).map((one) => importOne(context, one, isWritten, report)));
  return report;
}

async function importOne(context: Context, { line, subscription }: Numbered, isWritten: boolean, report: ImportReport) {
  try {
    const prepared = await prepareImport(context, subscription);
    if (prepared === "here") {
      report.here += 1;
      return;
    }
    if (isWritten) await inSale(context, (sale) => write(sale, context.siteOrigin, prepared));
    report.ready += 1;
  } catch (error) {
    if (!(error instanceof NotImported)) throw error;
    report.problems.push(lineSentence(line, error.message));
  }
}

/** An order that was paid elsewhere, with what it granted and what renews. */
async function write(sale: Sale, siteOrigin: string, prepared: Prepared): Promise<void> {
  const { tx, now } = sale;
  const { subscription, renewedBy } = prepared;
  const { email, bought_at, period_from: starts_at } = subscription;
  await checkAccount(tx, subscription);
  const ends_at = renewedBy?.standing.paidUntil ?? subscription.paid_until;
  const user_id = await accountOf(tx, prepared, now);
  const { orderId, attemptId, sold } = await writeOrder(sale, siteOrigin, prepared, user_id);
  const grant = { order_id: orderId, attempt_id: attemptId, email, user_id, starts_at, ends_at };
  await tx.insertInto("grants").values(grant).execute();
  const paid = { bought_at, period: 1, period_starts_at: starts_at, ends_at, is_trial: 0, withdraw_until: null };
  await tx
    .insertInto("subscriptions")
    .values({
      ...{ id: `sub_${randomBytes(12).toString("hex")}`, order_id: orderId, source: "web", sold: JSON.stringify(sold) },
      ...{ plan_id: subscription.plan, email, user_id, currency: subscription.currency, ...paid },
      ...{ session: randomBytes(24).toString("base64url"), imported_as: subscription.subscription },
      ...renewalOf(prepared, sold, now),
      imported_until: ends_at,
    })
    .execute();
}

function renewalOf({ subscription, renewedBy }: Prepared, { worth }: Sold, now: number) {
  if (renewedBy === undefined) return { state: "ending", renews: 0, amount: 0, period_worth: 0 } as const;
  const { code, resumes, reference, standing } = renewedBy;
  const next = nextSync({ state: "active", ends_at: standing.paidUntil }, standing, now) ?? now;
  // Not all of a file at the same moment.
  const next_sync_at = Math.round(now + (next - now) * (0.5 + shareOf(subscription.subscription) / 2));
  const isFailed = standing.state === "past_due";
  const state = isFailed ? "past_due" : standing.state === "ending" ? "ending" : "active";
  const provider = {
    driver: code,
    resumes,
    reference,
    next_sync_at,
    failed_at: isFailed ? now : null,
    reminded_day: 0,
  };
  return { state, renews: 1, amount: subscription.amount, period_worth: worth, ...provider } as const;
}

async function accountOf(tx: Tx, { subscription: { user, email, bought_at } }: Prepared, now: number): Promise<number> {
  if (user === undefined) return (await accountFor(tx, { email, now })).user_id;
  const account = { user_id: user, email, password_set: 1, attribution: null, created_at: bought_at };
  await tx
    .insertInto("accounts")
    .values(account)
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  return user;
}

async function writeOrder({ tx, catalogue, now }: Sale, siteOrigin: string, prepared: Prepared, userId: number) {
  const { subscription, plan } = prepared;
  const { email, country, currency, language = null, bought_at, amount } = subscription;
  const unknown = { browser: null, attribution: null, frontId: null, timeZone: null, termsVersion: null };
  const buyer = { email, userId };
  const facts = { ...unknown, plan, buyer, country, networkCountry: null, appType: null, language, now: bought_at };
  const stored = await openOrder(tx, facts);
  const sold = soldElsewhere(soldIn({ sold: soldText(catalogue, plan, country, undefined) }), prepared);
  const attemptId = attemptIdOf(subscription.subscription);
  const price = { amount: 0, currency };
  await insertAttempt(tx, {
    ...{ id: attemptId, order_id: stored.row.id, position: 0, state: "created", bucket: null, ...price },
    ...{ coupon_id: null, hold: null, session: randomBytes(24).toString("base64url"), created_at: bought_at },
    ...{ return_url: siteOrigin, cancel_url: siteOrigin, provider: null, reference: attemptId, agreement: null },
    ...{ sold: JSON.stringify(sold), trial_days: null, renewal_amount: prepared.renewedBy ? amount : null },
  });
  await recordEvent(tx, stored, { type: "nothing_due", attemptId, price, hasCoupon: false }, now);
  const granting = await loadOrder(tx, stored.row.id);
  if (granting) await recordEvent(tx, granting, { type: "granted" }, now);
  return { orderId: stored.row.id, attemptId, sold };
}

/** The same for the same subscription: of two runs at once one writes it, and the other one fails there. */
const attemptIdOf = (subscription: string): string => `att_${digestOf(subscription).slice(0, 24)}`;

/** From 0 to 1, and always the same for a subscription. */
const shareOf = (subscription: string): number => Number.parseInt(digestOf(subscription).slice(0, 8), 16) / 2 ** 32;

const digestOf = (subscription: string): string => createHash("sha256").update(subscription).digest("hex");

/** What the catalogue sells now, at the price that was agreed elsewhere; the tax in it is at the country's rate of today. */
function soldElsewhere(sold: Sold, { subscription, plan }: Prepared): Sold {
  const { amount: price, currency, country } = subscription;
  const { tax } = plan.local.get(country) ?? {};
  const net = tax && Big(price).times(100).div(Big(100).plus(tax.rate));
  const contained = net && { ...tax, amount: rounded(Big(price).minus(net), currency) };
  return { ...sold, price, tax: contained, ...worthOf(subscription, plan), deduction: 0 };
}

/** A change of plan takes off what is left of it, which is known in the catalogue's currency only where it has that price. */
function worthOf({ amount, currency, country }: Prepared["subscription"], plan: Prepared["plan"]) {
  const local = localPrice(plan, country);
  if (currency !== local?.currency || currency === plan.currency || local.gross === 0)
    return { worth: amount, worth_currency: currency };
  const share = Big(plan.price_discount_amount).times(amount).div(local.gross);
  return { worth: rounded(share, plan.currency), worth_currency: plan.currency };
}
