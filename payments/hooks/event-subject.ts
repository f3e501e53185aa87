import type { AttemptRow } from "../orders/tables";
import type { Db } from "../store/database";
import type { HookEvent } from "./tables";

/** Whom to ask about: payments of ours, and a subscription by the provider's id. */
interface EventSubject {
  attempt: AttemptRow | undefined;
  subscription: string | undefined;
}

/** What of ours an event is about. Both undefined: nothing, or nothing yet: an event may come before the answer that made the payment. */
export async function subjectOf(db: Db, event: HookEvent): Promise<EventSubject> {
  const { payment, attempt_id, subscription } = event;
  const attempt =
    (await attemptBy(db, event, "reference", payment)) ??
    (await attemptBy(db, event, "id", attempt_id)) ??
    (await attemptOfCapture(db, event));
  return { attempt, subscription: subscription ?? (await subscriptionOfCharge(db, event)) };
}

/** Of the provider that sent the event: no other one has a say. */
async function attemptBy(
  db: Db,
  { driver }: HookEvent,
  column: "id" | "reference",
  value: string | null,
): Promise<AttemptRow | undefined> {
  if (value === null) return undefined;
  const found = await db.selectFrom("attempts").selectAll().where(column, "=", value).execute();
  return found.find(({ provider }) => provider === driver);
}

async function attemptOfCapture(db: Db, event: HookEvent): Promise<AttemptRow | undefined> {
  if (event.capture_id === null) return undefined;
  const capture = await db
    .selectFrom("captures")
    .select("attempt_id")
    .where("id", "=", event.capture_id)
    .executeTakeFirst();
  return attemptBy(db, event, "id", capture?.attempt_id ?? null);
}

/** Of a renewal. */
async function subscriptionOfCharge(db: Db, { capture_id }: HookEvent): Promise<string | undefined> {
  if (capture_id === null) return undefined;
  const found = await db
    .selectFrom("subscription_charges as charge")
    .innerJoin("subscriptions", "subscriptions.id", "charge.subscription_id")
    .select("reference")
    .where("charge.id", "=", capture_id)
    .executeTakeFirst();
  return found?.reference ?? undefined;
}
