import { randomUUID } from "node:crypto";
import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import { z } from "zod";
import type { Tx } from "../store/database";
import { timeOf } from "../time";
import { addressOf } from "./accounts-of-order";
import { RENEWAL_GRACE_MS, type Standing } from "./standing";
import { ENTITLEMENT_EVENTS, type EntitlementEventType } from "./tables";

/** How long an event is sent again and again. */
export const GIVE_UP_MS = 3 * millisecondsInDay;

/** How often a renewal is looked for that is late. */
const LOOK_AGAIN_MS = 5 * millisecondsInMinute;

/** The body of what the operator is sent. */
export const entitlementMessage = z.object({
  /** The same as the header `webhook-id`. */
  id: z.string(),
  type: z.enum(ENTITLEMENT_EVENTS),
  /** When it happened. */
  timestamp: z.iso.datetime(),
  data: z.object({
    account: z.object({ user_id: z.int(), email: z.string().nullable() }),
    /** Counts the events of the account: what has a lower number than the last one is out of date. */
    sequence: z.int(),
    /** Where everything was given back: when that was. */
    paid_until: z.iso.datetime(),
    is_active: z.boolean(),
    plan_id: z.string().nullable(),
    /** The order by which it came. */
    order_id: z.string(),
  }),
});

interface Telling {
  userId: number;
  standing: Standing;
  now: number;
  /** The order that changed it; undefined: the one whose time ends last. */
  orderId?: string | undefined;
}

/** Puts events of an account into the outbox, and writes down what they say of it, in the caller's transaction. */
export async function tell(tx: Tx, telling: Telling, types: readonly EntitlementEventType[]): Promise<void> {
  const { userId, standing, now } = telling;
  const last = await toldOf(tx, userId);
  const paid_until = standing.paidUntil === 0 ? endOf(last, now) : standing.paidUntil;
  let sequence = last?.sequence ?? 0;
  for (const type of types) {
    sequence += 1;
    await insertEvent(tx, telling, { type, sequence, paid_until: timeOf(paid_until) });
  }
  const is_active = standing.activeUntil > now ? 1 : 0;
  const account = { paid_until, is_active, sequence, due_at: dueAt(standing, now) };
  await tx
    .insertInto("entitlement_accounts")
    .values({ user_id: userId, ...account })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(account))
    .execute();
}

/** What the operator was last told of an account. */
export const toldOf = (tx: Tx, userId: number) =>
  tx.selectFrom("entitlement_accounts").selectAll().where("user_id", "=", userId).executeTakeFirst();

/** Where everything was given back, the time that was told ended then, or before. Older rows have 0 for that. */
const endOf = (last: Awaited<ReturnType<typeof toldOf>>, now: number): number => Math.min(last?.paid_until || now, now);

/** When an account is to be looked at that nothing touches; null: never. */
function dueAt({ paidUntil, activeUntil }: Standing, now: number): number | null {
  if (activeUntil <= now) return null;
  if (paidUntil > now) return paidUntil;
  return Math.min(now + LOOK_AGAIN_MS, paidUntil + RENEWAL_GRACE_MS);
}

async function insertEvent(
  tx: Tx,
  { userId, standing, now, orderId }: Telling,
  { type, sequence, paid_until }: { type: EntitlementEventType; sequence: number; paid_until: string },
): Promise<void> {
  const id = `evt_${randomUUID().replaceAll("-", "")}`;
  const order_id = orderId ?? standing.last?.order_id ?? (await lastOrderOf(tx, userId)) ?? "";
  const message: z.input<typeof entitlementMessage> = {
    id,
    type,
    timestamp: timeOf(now),
    data: {
      account: { user_id: userId, email: await addressOf(tx, userId) },
      sequence,
      paid_until,
      is_active: standing.activeUntil > now,
      plan_id: await planOf(tx, order_id),
      order_id,
    },
  };
  const times = { created_at: now, next_try_at: now, give_up_at: now + GIVE_UP_MS, sent_at: null };
  const payload = JSON.stringify(message);
  const row = { id, user_id: userId, sequence, type, order_id, payload, ...times };
  await tx
    .insertInto("entitlement_events")
    .values({ ...row, state: "waiting", problem: null })
    .execute();
}

/** Of the account's last event: everything was given back since. */
async function lastOrderOf(tx: Tx, userId: number): Promise<string | undefined> {
  const events = tx.selectFrom("entitlement_events").select("order_id").where("user_id", "=", userId);
  return (await events.orderBy("sequence", "desc").executeTakeFirst())?.order_id;
}

async function planOf(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx.selectFrom("orders").select("plan_id").where("id", "=", orderId).executeTakeFirst();
  return row?.plan_id ?? null;
}
