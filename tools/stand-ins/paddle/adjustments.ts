import { z } from "zod";
import type { DisputeState } from "../acts";
import { type Adjustment, got, PaddleError, type Transaction } from "./books";
import { dueOf } from "./views";
import type { PaddleWorld } from "./world";

const itemAsked = z.strictObject({
  item_id: z.string(),
  type: z.enum(["full", "partial"]),
  amount: z.string().regex(/^\d+$/).optional(),
});
const shared = { transaction_id: z.string(), reason: z.string().min(1), action: z.literal("refund") };
export const refundAsked = z.union([
  z.strictObject({ ...shared, type: z.literal("full") }),
  z.strictObject({
    ...shared,
    type: z.literal("partial"),
    tax_mode: z.literal("internal").default("internal"),
    items: z.array(itemAsked).min(1).max(100),
  }),
]);
type RefundAsked = z.output<typeof refundAsked>;

/** What the merchant gives back. @throws PaddleError */
export function refund(world: PaddleWorld, asked: RefundAsked, status: Adjustment["status"]): Adjustment {
  const transaction = got(world.books.transactions, asked.transaction_id);
  if (transaction.status !== "completed")
    throw new PaddleError(400, "adjustment_transaction_invalid_status_for_refund");
  const earlier = refundsOf(world, transaction);
  if (earlier.some((one) => one.status === "pending_approval"))
    throw new PaddleError(400, "adjustment_pending_refund_request");
  const items = asked.type === "full" ? wholeOf(transaction) : asked.items.map((item) => partOf(transaction, item));
  for (const item of items) {
    const left = leftOf(transaction, earlier, item.item_id);
    if (item.total === 0 || item.total > left)
      throw new PaddleError(400, "adjustment_total_amount_above_remaining_allowed");
  }
  return adjust(world, transaction, { action: "refund", type: asked.type, reason: asked.reason, status, items });
}

type Item = Pick<Adjustment["items"][number], "item_id" | "type" | "total">;

/** As the discount is spread: on the first items. */
function wholeOf({ lines, discount }: Transaction): Item[] {
  let off = discount;
  const items = lines.map(({ id: item_id, total }) => {
    const less = Math.min(off, total);
    off -= less;
    return { item_id, type: "full" as const, total: total - less };
  });
  return items.filter(({ total }) => total > 0);
}

function partOf(transaction: Transaction, { item_id, type, amount }: z.output<typeof itemAsked>): Item {
  const whole = wholeOf(transaction).find((one) => one.item_id === item_id);
  if (whole === undefined) throw new PaddleError(400, "adjustment_transaction_item_invalid");
  if (type === "full") return whole;
  if (amount === undefined) throw new PaddleError(400, "adjustment_amount_required");
  return { item_id, type, total: Number(amount) };
}

const refundsOf = ({ books }: PaddleWorld, { id }: Transaction) =>
  books.adjustments
    .all("transaction_id", id)
    .filter(({ action, status }) => action === "refund" && status !== "rejected");

function leftOf(transaction: Transaction, earlier: readonly Adjustment[], itemId: string): number {
  const whole = wholeOf(transaction).find(({ item_id }) => item_id === itemId)?.total ?? 0;
  const gone = earlier.flatMap(({ items }) => items).filter(({ item_id }) => item_id === itemId);
  return gone.reduce((left, { total }) => left - total, whole);
}

interface Made extends Pick<Adjustment, "action" | "type" | "reason" | "status"> {
  items: readonly Item[];
}

function adjust(world: PaddleWorld, { id, customer_id, ...of }: Transaction, made: Made): Adjustment {
  const { books } = world;
  const adjustment = {
    ...{ ...made, transaction_id: id, subscription_id: of.subscription_id, currency_code: of.currency_code },
    id: books.newId("adj"),
    customer_id: customer_id ?? "",
    items: made.items.map((item) => ({ ...item, id: books.newId("adjitm") })),
    created_at: books.time(),
    updated_at: books.time(),
  };
  return world.saveAdjustment(adjustment, "created");
}

/** The merchant's own hand, at Paddle's pages. @param minor undefined: all that is left */
export function refundByHand(world: PaddleWorld, transaction: Transaction, minor: number | undefined): void {
  const { id: transaction_id, lines } = transaction;
  const asked = { transaction_id, action: "refund", reason: "asked for by the buyer" } as const;
  const item_id = lines.at(-1)?.id ?? "";
  const left = leftOf(transaction, refundsOf(world, transaction), item_id);
  const isAll = minor === undefined && left === dueOf(transaction);
  const part = { item_id, type: "partial", amount: `${minor ?? left}` } as const;
  const inPart = { ...asked, type: "partial", tax_mode: "internal" } as const;
  refund(world, isAll ? { ...asked, type: "full" } : { ...inPart, items: [part] }, "approved");
}

/** Paddle has decided about a refund that waited for that. */
export function decide(world: PaddleWorld, transaction: Transaction, isApproved: boolean): boolean {
  const waiting = refundsOf(world, transaction).find(({ status }) => status === "pending_approval");
  if (waiting !== undefined)
    world.saveAdjustment({ ...waiting, status: isApproved ? "approved" : "rejected" }, "updated");
  return waiting !== undefined;
}

/** The buyer's bank warns first. Paddle answers it by itself: the merchant is asked for nothing. */
export function dispute(world: PaddleWorld, transaction: Transaction, state: DisputeState): void {
  const all = world.books.adjustments.all("transaction_id", transaction.id);
  const taken = all.findLast(({ action }) => action === "chargeback");
  const warned = all.findLast(({ action }) => action === "chargeback_warning");
  const made = { type: "full", reason: "Fraudulent", status: "approved", items: wholeOf(transaction) } as const;
  if (state === "open") adjust(world, transaction, { ...made, action: "chargeback_warning" });
  if (state === "lost") adjust(world, transaction, { ...made, action: "chargeback" });
  const undone = taken ?? warned;
  if (state !== "won" || undone === undefined) return;
  world.saveAdjustment({ ...undone, status: "reversed" }, "updated");
  adjust(world, transaction, { ...made, action: taken ? "chargeback_reverse" : "chargeback_warning_reverse" });
}
