import { soldBy } from "../../catalogue/sold";
import type { Context } from "../../context";
import type { Driver, OpenedPayment, Opening } from "../../drivers/driver";
import { callFor, driverFor } from "../../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../../drivers/errors";
import { isWithinYears } from "../../drivers/periods";
import { firstAsk } from "../../reconcile/asking-times";
import { loadOrder } from "../../store/orders";
import { recordEvent } from "../record";
import type { AttemptRow } from "../tables";
import { openingIn } from "./stored-opening";

/**
 * Opens the provider's page of an attempt that is committed. Only the call that made the attempt opens; whoever repeats it, or comes after a
 * crash, looks first for what was opened.
 * @param isNew whether this call made the attempt
 * @throws OutcomeUnknown where the same call may be made again
 * @throws Refused after the attempt was declined
 */
export async function openAtProvider(context: Context, attempt: AttemptRow, isNew: boolean): Promise<AttemptRow> {
  if (attempt.opening === null || attempt.state !== "created") return attempt;
  const driver = driverFor(context, attempt);
  try {
    return await saveOpened(context, attempt, await openOrFind(context, driver, openingIn(attempt.opening), isNew));
  } catch (error) {
    if (error instanceof Refused) await declineRefused(context, attempt, error);
    throw error;
  }
}

async function openOrFind(context: Context, driver: Driver, opening: Opening, isNew: boolean): Promise<OpenedPayment> {
  if (opening.renewal !== undefined && !isWithinYears(opening.renewal, driver.can.renewYears))
    throw new Refused(`${driver.name} renews nothing that long`, "period", "not_supported");
  const found = isNew ? undefined : await driver.find(opening, callFor(context));
  if (found) return found;
  try {
    return await driver.open(opening, callFor(context));
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    const made = await driver.find(opening, callFor(context));
    if (!made) throw error;
    return made;
  }
}

/** Also for an attempt that ended meanwhile: what was opened has to be closed. The first of two calls at once is the one that counts. */
async function saveOpened(context: Context, attempt: AttemptRow, opened: OpenedPayment): Promise<AttemptRow> {
  const { id, order_id } = attempt;
  const { reference, payAt, expiresAt: payable_until } = opened;
  const driver = driverFor(context, attempt);
  const statement = driver.statement ?? null;
  const sold = driver.seller === undefined ? attempt.sold : soldBy(driver.seller, attempt);
  const resumes = driver.subscriptions === undefined ? null : driver.can.resume;
  return context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("attempts")
      .set({ reference, pay_at: payAt ?? null, payable_until, statement, resumes, sold })
      .set({ next_ask_at: firstAsk(context, opened) })
      .where("id", "=", id)
      .where("reference", "=", id)
      .execute();
    const stored = await loadOrder(tx, order_id);
    const event = { type: "reported", attemptId: id, report: { type: "sent" } } as const;
    const sent = stored && (await recordEvent(tx, stored, event, context.now()));
    return sent?.attempts.find((one) => one.id === id) ?? attempt;
  });
}

async function declineRefused(context: Context, attempt: AttemptRow, { code, bucket }: Refused): Promise<void> {
  const { id: attemptId, order_id, provider } = attempt;
  context.log.error({ provider, attempt: attemptId, code }, "payments: the provider refused to open a payment");
  await context.db.transaction().execute(async (tx) => {
    const stored = await loadOrder(tx, order_id);
    const report = { type: "declined", bucket } as const;
    if (stored) await recordEvent(tx, stored, { type: "reported", attemptId, report }, context.now());
  });
}
