import type { Sale } from "../catalogue/sale";
import { issueCreditNote } from "../invoices/credit-notes";
import { type Money, sumOf } from "../machine/money";
import type { Tx } from "../store/database";
import type { Refund } from "./tables";
import { lessBy, takenById } from "./taken";

/**
 * Notes how much of a capture or a charge went back by refunds so far, as its provider says. What we did not give, others did.
 * @returns what others gave, as is known now, besides what had to go back: of that the buyer was told
 */
export async function noteGivenBack(
  { tx, now }: Pick<Sale, "tx" | "now">,
  driver: string,
  { captureId, total }: { captureId: string; total: Money },
): Promise<Untold | undefined> {
  const taken = await takenById(tx, captureId);
  if (taken?.currency !== total.currency) return undefined;
  const ours = await amountIn(tx, captureId, ["sent", "done"]);
  const known = await returnsOf(tx, captureId);
  // Which of ours are in the total is not known of those under way, so it only ever becomes more.
  const by_others = Math.max(known.by_others, lessBy(total.amount, ours));
  await save(tx, captureId, { ...known, total: total.amount, by_others });
  if (by_others > known.by_others)
    await issueCreditNote(tx, {
      ...{ kind: "refund_elsewhere", source_id: null, driver, order_id: taken.orderId, capture_id: captureId },
      ...{ amount: lessBy(by_others, known.by_others), currency: total.currency, issued_at: now },
    });
  const beyond = (others: number) => Math.max(0, lessBy(sumOf([others, ours]), taken.toReturn));
  const amount = lessBy(beyond(by_others), beyond(known.by_others));
  return amount > 0 ? { orderId: taken.orderId, money: { amount, currency: total.currency } } : undefined;
}

/** Money that went back, and nobody has told the buyer so. */
interface Untold {
  orderId: string;
  money: Money;
}

/** Notes that a dispute was lost: the bank has given that much back. */
export async function noteLost(tx: Tx, captureId: string, by_disputes: number): Promise<void> {
  const known = await returnsOf(tx, captureId);
  await save(tx, captureId, { ...known, by_disputes });
}

/** Writes down how much of it went back or is on its way. A refund that was refused stays in it until a person has looked. */
export async function recount(tx: Tx, captureId: string): Promise<void> {
  const { by_others, by_disputes } = await returnsOf(tx, captureId);
  const ours = await amountIn(tx, captureId, ["due", "sent", "done", "failed"]);
  const set = { returned: sumOf([by_others, by_disputes, ours]) };
  await tx.updateTable("captures").set(set).where("id", "=", captureId).execute();
  await tx.updateTable("subscription_charges").set(set).where("id", "=", captureId).execute();
}

/** What went back of it without us. */
export async function returnsOf(tx: Tx, captureId: string) {
  const known = await tx
    .selectFrom("capture_returns")
    .selectAll()
    .where("capture_id", "=", captureId)
    .executeTakeFirst();
  return { total: known?.total ?? 0, by_others: known?.by_others ?? 0, by_disputes: known?.by_disputes ?? 0 };
}

async function amountIn(tx: Tx, captureId: string, states: readonly Refund["state"][]): Promise<number> {
  const rows = await tx
    .selectFrom("refunds")
    .select("amount")
    .where("capture_id", "=", captureId)
    .where("state", "in", states)
    .execute();
  return sumOf(rows.map(({ amount }) => amount));
}

async function save(tx: Tx, capture_id: string, returns: Awaited<ReturnType<typeof returnsOf>>): Promise<void> {
  await tx
    .insertInto("capture_returns")
    .values({ capture_id, ...returns })
    .onConflict((conflict) => conflict.column("capture_id").doUpdateSet(returns))
    .execute();
  await recount(tx, capture_id);
}
