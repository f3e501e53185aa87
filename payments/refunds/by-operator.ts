import Big from "big.js";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { moneyText } from "../html/money-text";
import { type Money, sumOf } from "../machine/money";
import { refundedMail } from "../mail/refunded-letter";
import { writeMail } from "../mail/write";
import { refundOrder } from "../orders/refund";
import type { Tx } from "../store/database";
import { loadOrder, type StoredOrder } from "../store/orders";
import { type Asked, noteRefundsWithin } from "./note-due";
import { recount } from "./returned";
import type { Refund } from "./tables";
import { heldOf, lessBy, sumsOf, type Taken } from "./taken";

/** A refund that may not be; nothing was changed. The message is for the operator. */
export class RefundRefused extends Error {
  override name = "RefundRefused";
  constructor(
    message: string,
    readonly code: "order_unknown" | "not_refundable" | "currency" | "amount",
  ) {
    super(message);
  }
}

/**
 * Gives back all that is left of an order and its renewals, ends what they granted, and writes to the buyer. So goes a wrong amount that waits for a person, too.
 * The money goes with the next round of the outbox.
 * @throws RefundRefused
 */
export const refundWhole = (context: Context, orderId: string, asked: Asked): Promise<Refund[]> =>
  context.db.transaction().execute(async (tx) => {
    const stored = await loadOrder(tx, orderId);
    if (!stored) throw new RefundRefused("There is no such order.", "order_unknown");
    await refundOrder(await saleIn(context, tx), orderId);
    const after = await loadOrder(tx, orderId);
    if (stored.order.state === "refunded" || after?.order.state !== "refunded")
      throw new RefundRefused(`An order that is ${stored.order.state} has nothing to give back.`, "not_refundable");
    const refunds = await noted(tx, context, { ...asked, orderId });
    // One that waited in review had not begun.
    const hasEnded = stored.order.grant !== "none";
    await tellBuyer(context, tx, { stored: after, refunds, hasEnded });
    return refunds;
  });

/**
 * Gives part of the money back; the buyer keeps what was bought. The latest payment of the order or its renewals goes first.
 * @throws RefundRefused
 */
export const refundPartly = (context: Context, orderId: string, money: Money, asked: Asked): Promise<Refund[]> =>
  context.db.transaction().execute(async (tx) => {
    const stored = await loadOrder(tx, orderId);
    if (!stored) throw new RefundRefused("There is no such order.", "order_unknown");
    if (stored.order.state === "review")
      throw new RefundRefused("What was paid is not what was agreed: it goes back whole.", "not_refundable");
    let missing = money.amount;
    for (const [taken, amount] of sharesOf(await heldOf(tx, orderId), money)) {
      await giveBackMore(tx, taken, amount);
      missing = lessBy(missing, amount);
    }
    if (missing > 0) throw new Error(`Refund of ${orderId}: ${missing} of ${money.amount} was not shared out.`);
    const refunds = await noted(tx, context, { ...asked, orderId });
    await tellBuyer(context, tx, { stored, refunds, hasEnded: false });
    return refunds;
  });

interface Told {
  stored: StoredOrder;
  refunds: readonly Refund[];
  hasEnded: boolean;
}

/** Nobody asked on the site, so the letter is the only word of it. Only wrong amounts may be of several currencies. */
async function tellBuyer(context: Context, tx: Tx, { stored, refunds, hasEnded }: Told): Promise<void> {
  const sale = await saleIn(context, tx);
  for (const money of sumsOf(refunds)) await writeMail(sale, refundedMail(stored, money, hasEnded));
}

/** How much goes back of which payment. @throws RefundRefused */
function sharesOf(kept: readonly Taken[], { amount, currency }: Money): [Taken, number][] {
  if (kept.length === 0) throw new RefundRefused("Nothing that was paid for it is kept.", "not_refundable");
  const payments = kept.filter((one) => one.currency === currency);
  if (payments.length === 0)
    throw new RefundRefused(`It was paid in ${kept[0]?.currency}, not ${currency}.`, "currency");
  const most = sumOf(payments.map(leftOf));
  const isMoney = amount > 0 && Big(amount).round(decimalsOf(currency)).eq(amount);
  if (!isMoney || amount > most)
    throw new RefundRefused(
      `Between 0 and ${moneyText({ amount: most, currency })} can be given back of it.`,
      "amount",
    );
  const shares: [Taken, number][] = [];
  for (const taken of payments) {
    const missing = lessBy(amount, sumOf(shares.map(([, share]) => share)));
    if (missing > 0 && leftOf(taken) > 0) shares.push([taken, Math.min(missing, leftOf(taken))]);
  }
  return shares;
}

/** What can still be given back of it: not what is on its way, or was given by other hands. */
const leftOf = ({ amount, toReturn, returned }: Taken): number =>
  Math.max(0, lessBy(amount, Math.max(toReturn, returned)));

async function giveBackMore(tx: Tx, { id, kind, toReturn, returned }: Taken, amount: number): Promise<void> {
  const set = { given_back: sumOf([Math.max(toReturn, returned), amount]) };
  if (kind === "capture") await tx.updateTable("captures").set(set).where("id", "=", id).execute();
  else await tx.updateTable("subscription_charges").set(set).where("id", "=", id).execute();
}

/** Tries once more what a provider has refused, as after a mistake was put right: under a new key. @returns whether there was such a refund */
export const tryRefundAgain = ({ db, now }: Context, refundId: string, { by }: Asked): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const failed = await tx
      .updateTable("refunds")
      .set({ state: "replaced", problem: `Tried again by ${by}` })
      .where("id", "=", refundId)
      .where("state", "=", "failed")
      .returning("capture_id")
      .executeTakeFirst();
    if (failed === undefined) return false;
    await recount(tx, failed.capture_id);
    await noteRefundsWithin(tx, now());
    return true;
  });

/** Those that were noted now. */
async function noted(tx: Tx, { now }: Context, asked: Asked & { orderId: string }): Promise<Refund[]> {
  const before = await refundIds(tx, asked.orderId);
  await noteRefundsWithin(tx, now(), asked);
  const all = await tx.selectFrom("refunds").selectAll().where("order_id", "=", asked.orderId).execute();
  return all.filter(({ id }) => !before.includes(id));
}

const refundIds = async (tx: Tx, orderId: string): Promise<string[]> =>
  (await tx.selectFrom("refunds").select("id").where("order_id", "=", orderId).execute()).map(({ id }) => id);
