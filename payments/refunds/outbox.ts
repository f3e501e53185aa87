import type { Context } from "../context";
import type { Driver, RefundStanding } from "../drivers/driver";
import { callFor } from "../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../drivers/errors";
import type { Tx } from "../store/database";
import { askAboutRefund } from "./ask-about-refund";
import { noteRefunds } from "./note-due";
import { recount, returnsOf } from "./returned";
import type { Refund } from "./tables";
import { takenById } from "./taken";

const MOST_AT_ONCE = 20;
/** Longer than both calls of one refund may take. If the process dies meanwhile, another goes on after that. */
const CLAIM_MS = 120_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60 * 1_000;

const NOT_PAID_OUT = "The provider could not pay it out.";

/**
 * Gives back what is due. The provider is asked first what went back of it by other hands. Then the refund is `sent`, before the call: after
 * a crash or a lost answer the same key is sent again, which the provider gives back once. No call is made in a transaction.
 */
export async function giveBackDue(context: Context): Promise<void> {
  await noteRefunds(context.db, context.now());
  for (let given = 0; given < MOST_AT_ONCE; given++) {
    const claimed = await claimNext(context);
    if (claimed === undefined) return;
    await giveBack(context, claimed).catch((error: unknown) => tryLater(context, claimed, error));
  }
}

/** Of the processes that share the database one sends a refund. */
const claimNext = ({ db, now }: Context): Promise<Refund | undefined> =>
  db.transaction().execute(async (tx) => {
    const next = await tx
      .selectFrom("refunds")
      .selectAll()
      .where("state", "in", ["due", "sent"])
      .where("next_try_at", "<=", now())
      .orderBy("next_try_at")
      .orderBy("id")
      .executeTakeFirst();
    if (next === undefined) return undefined;
    const claim = { next_try_at: now() + CLAIM_MS, tries: next.tries + 1 };
    await tx.updateTable("refunds").set(claim).where("id", "=", next.id).execute();
    return { ...next, ...claim };
  });

async function giveBack(context: Context, refund: Refund): Promise<void> {
  const driver = context.drivers.get(refund.driver);
  if (!driver) throw new Error(`Provider ${refund.driver} is not set up.`);
  if (refund.state === "due" && !(await isStillDue(context, refund))) return;
  await context.db.updateTable("refunds").set({ state: "sent" }).where("id", "=", refund.id).execute();
  await noteStanding(context, refund, await send(context, driver, refund));
}

/** @returns undefined where the provider refuses it */
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

async function noteStanding(context: Context, refund: Refund, standing: RefundStanding | Refused): Promise<void> {
  if (standing instanceof Refused) return noteRefused(context, refund, standing);
  const { refundId: refund_id, state } = standing;
  if (state === "failed") {
    await setFailed(context, refund, { refund_id, problem: NOT_PAID_OUT });
    return logFailed(context, refund, NOT_PAID_OUT);
  }
  const isDone = state === "done";
  const later = context.now() + waitAfter(refund);
  await context.db
    .updateTable("refunds")
    .set({ refund_id, problem: null })
    .set(isDone ? { state: "done", done_at: context.now() } : { state: "sent", next_try_at: later })
    .where("id", "=", refund.id)
    .execute();
}

/** Where somebody else was faster, what is left is tried; anything else is for a person. */
async function noteRefused(context: Context, refund: Refund, { code, message }: Refused): Promise<void> {
  const returns = () => context.db.transaction().execute((tx) => returnsOf(tx, refund.capture_id));
  const before = await returns();
  // Refused means that nothing of it went, so that what did is not counted as ours.
  await setFailed(context, refund, { problem: `${message} (${code})` });
  const isAsked = await askAboutRefund(context, refund).then(
    () => true,
    () => false,
  );
  const after = isAsked ? await returns() : before;
  const isLess = after.by_others > before.by_others || after.by_disputes > before.by_disputes;
  if (!isLess) return logFailed(context, refund, `${message} (${code})`);
  await context.db.transaction().execute((tx) => replace(tx, refund, "Some of it went back by other hands meanwhile."));
}

const setFailed = ({ db }: Context, { id }: Refund, failed: { problem: string; refund_id?: string }) =>
  db
    .updateTable("refunds")
    .set({ state: "failed", ...failed })
    .where("id", "=", id)
    .execute();

function logFailed({ log }: Context, refund: Refund, reason: string): void {
  const { id, driver, order_id, capture_id, amount, currency } = refund;
  const facts = { refund: id, driver, order: order_id, capture: capture_id, amount, currency, reason };
  log.error(facts, "payments: money that is due to a buyer was not given back");
}

async function tryLater({ db, log, now }: Context, refund: Refund, error: unknown): Promise<void> {
  const { id, driver, order_id, tries } = refund;
  const problem = error instanceof Error ? error.message : String(error);
  log.warn({ refund: id, driver, order: order_id, tries, reason: problem }, "payments: a refund waits");
  await db
    .updateTable("refunds")
    .set({ problem, next_try_at: now() + waitAfter(refund) })
    .where("id", "=", id)
    // Another process has it by now, where this one took too long.
    .where("next_try_at", "=", refund.next_try_at)
    .execute();
}

const waitAfter = ({ tries }: Refund): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT_MS);
