import { sql } from "kysely";
import type { Context } from "../context";
import type { Driver, RefundStanding } from "../drivers/driver";
import { callFor } from "../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../drivers/errors";
import { issueCreditNote } from "../invoices/credit-notes";
import { inTurn } from "../rounds";
import type { Tx } from "../store/database";
import { backoff, note, type Queue, workQueue } from "../work-queue";
import { askAboutRefund } from "./ask-about-refund";
import { noteRefunds } from "./note-due";
import { recount, returnsOf } from "./returned";
import type { Refund } from "./tables";
import { takenById } from "./taken";

const waitAfter = backoff(5_000, 60 * 60 * 1_000);

const NOT_PAID_OUT = "The provider could not pay it out.";

/**
 * Gives back what is due. The provider is asked first what went back of it by other hands. Then the refund is `sent`, before the call: after
 * a crash or a lost answer the same key is sent again, which the provider gives back once. No call is made in a transaction.
 */
export async function giveBackDue(context: Context): Promise<void> {
  await inTurn(context, [noteDue, sendDue], (step) => step(context));
}

const noteDue = ({ db, now }: Context): Promise<void> => noteRefunds(db, now());

const sendDue = (context: Context): Promise<void> =>
  workQueue(context, REFUNDS, (refund) =>
    giveBack(context, refund).catch((error: unknown) => laterAfter(context, refund, error)),
  );

const REFUNDS: Queue<Refund> = {
  atOnce: 1,
  batches: 20,
  // Both calls of one refund.
  claimMs: 120_000,
  // In words, as SQLite takes the index of what waits for no list of values.
  waiting: (db) => db.selectFrom("refunds").selectAll().where(sql<boolean>`state in ('due', 'sent')`),
  one: (db, { id }) => db.updateTable("refunds").where("id", "=", id).where("state", "in", ["due", "sent"]),
};

type Outcome = Partial<Refund>;

async function giveBack(context: Context, refund: Refund): Promise<Outcome | undefined> {
  const driver = context.drivers.get(refund.driver);
  if (!driver) throw new Error(`Provider ${refund.driver} is not set up.`);
  if (refund.state === "due" && !(await isStillDue(context, refund))) return undefined;
  if (!(await note(context.db, REFUNDS, refund, { state: "sent" }))) return undefined;
  const standing = await send(context, driver, refund);
  if (standing instanceof Refused) return afterRefused(context, refund, standing);
  return standing.state === "done" ? noteDone(context, refund, standing) : outcomeOf(context, refund, standing);
}

async function send(context: Context, driver: Driver, refund: Refund): Promise<RefundStanding | Refused> {
  const { capture_id: captureId, amount, currency, key, order_id: orderId } = refund;
  try {
    return await driver.refund({ captureId, money: { amount, currency }, key, orderId }, callFor(context));
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** Asks the provider; what went back by other hands meanwhile is not given twice, and what a bank decides about waits. */
async function isStillDue(context: Context, refund: Refund): Promise<boolean> {
  await askAboutRefund(context, refund);
  return context.db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom("disputes")
      .select("id")
      .where("capture_id", "=", refund.capture_id)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (open !== undefined)
      throw new OutcomeUnknown(`Dispute ${open.id} is open: a bank may give the same money back.`);
    const taken = await takenById(tx, refund.capture_id);
    if (taken !== undefined && taken.returned <= taken.toReturn) return true;
    await replace(tx, refund, "Less is left to go back.");
    return false;
  });
}

/** Whatever has to go back all the same is noted anew, with another key. */
async function replace(tx: Tx, { id, capture_id }: Refund, problem: string): Promise<void> {
  await tx.updateTable("refunds").set({ state: "replaced", problem }).where("id", "=", id).execute();
  await recount(tx, capture_id);
}

/** With its credit note, in one commit. */
async function noteDone({ db, now }: Context, refund: Refund, { refundId }: RefundStanding): Promise<undefined> {
  const { id: source_id, driver, order_id, capture_id, amount, currency } = refund;
  const at = now();
  const done = { refund_id: refundId, problem: null, state: "done", done_at: at } as const;
  await db.transaction().execute(async (tx) => {
    if (!(await note(tx, REFUNDS, refund, done))) return;
    const given = { source_id, driver, order_id, capture_id, amount, currency };
    await issueCreditNote(tx, { kind: "refund", ...given, issued_at: at });
  });
}

function outcomeOf(context: Context, refund: Refund, { refundId: refund_id, state }: RefundStanding): Outcome {
  if (state === "failed") {
    logFailed(context, refund, NOT_PAID_OUT);
    return { state, refund_id, problem: NOT_PAID_OUT };
  }
  return { refund_id, problem: null, next_try_at: context.now() + waitAfter(refund.tries) };
}

/** Where somebody else was faster, what is left is tried; anything else is for a person. */
async function afterRefused(context: Context, refund: Refund, { code, message }: Refused): Promise<undefined> {
  const returns = () => context.db.transaction().execute((tx) => returnsOf(tx, refund.capture_id));
  const before = await returns();
  // Refused means that nothing of it went, so that what did is not counted as ours.
  const problem = `${message} (${code})`;
  if (!(await note(context.db, REFUNDS, refund, { state: "failed", problem }))) return undefined;
  const isAsked = await askAboutRefund(context, refund).then(
    () => true,
    () => false,
  );
  const after = isAsked ? await returns() : before;
  const isLess = after.by_others > before.by_others || after.by_disputes > before.by_disputes;
  if (!isLess) logFailed(context, refund, problem);
  else
    await context.db
      .transaction()
      .execute((tx) => replace(tx, refund, "Some of it went back by other hands meanwhile."));
}

function logFailed({ log }: Context, refund: Refund, reason: string): void {
  const { id, driver, order_id, capture_id, amount, currency } = refund;
  const facts = { refund: id, driver, order: order_id, capture: capture_id, amount, currency, reason };
  log.error(facts, "payments: money that is due to a buyer was not given back");
}

function laterAfter({ log, now }: Context, refund: Refund, error: unknown): Outcome {
  const { id, driver, order_id, tries } = refund;
  const problem = error instanceof Error ? error.message : String(error);
  log.warn({ refund: id, driver, order: order_id, tries, reason: problem }, "payments: a refund waits");
  return { problem, next_try_at: now() + waitAfter(tries) };
}
