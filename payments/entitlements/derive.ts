import type { Context } from "../context";
import { inTurn } from "../rounds";
import type { Tx } from "../store/database";
import { accountsOfOrder } from "./accounts-of-order";
import { tell, toldOf } from "./event";
import { type Standing, standingOfUser } from "./standing";
import type { EntitlementEventType } from "./tables";

/** A round ends after so many; the next one goes on. */
const MOST_AT_ONCE = 100;

type Deriving = Pick<Context, "db" | "now" | "stopping">;

/**
 * Makes the events of all accounts whose paid time was changed, or is over, since the last round: each is compared with what was last said
 * of it. That and its events are one commit, so nothing is missed or said twice, whenever the process is killed.
 */
export async function deriveEvents(deriving: Deriving): Promise<void> {
  const { db, now } = deriving;
  const within = (work: (tx: Tx) => Promise<void>) => db.transaction().execute(work);
  await inTurn(deriving, await queuedOrders(db), (orderId) => within((tx) => tellOfOrder(tx, orderId, now())));
  await inTurn(deriving, await dueAccounts(deriving), (userId) => within((tx) => tellIfChanged(tx, userId, now())));
}

async function queuedOrders(db: Deriving["db"]): Promise<string[]> {
  const queued = await db.selectFrom("entitlement_queue").select("order_id").limit(MOST_AT_ONCE).execute();
  return queued.map(({ order_id }) => order_id);
}

async function dueAccounts({ db, now }: Deriving): Promise<number[]> {
  const due = db.selectFrom("entitlement_accounts").select("user_id").where("due_at", "<=", now());
  const accounts = await due.orderBy("due_at").limit(MOST_AT_ONCE).execute();
  return accounts.map(({ user_id }) => user_id);
}

async function tellOfOrder(tx: Tx, orderId: string, now: number): Promise<void> {
  const taken = await tx.deleteFrom("entitlement_queue").where("order_id", "=", orderId).executeTakeFirst();
  // Another copy had it.
  if (taken.numDeletedRows === 0n) return;
  for (const userId of await accountsOfOrder(tx, orderId)) await tellIfChanged(tx, userId, now, orderId);
}

async function tellIfChanged(tx: Tx, userId: number, now: number, orderId?: string): Promise<void> {
  const standing = await standingOfUser(tx, userId);
  const told = await toldOf(tx, userId);
  if (!told && standing.activeUntil <= now) return;
  await tell(tx, { userId, standing, now, orderId }, changesSince(told, standing, now));
}

type Told = Pick<NonNullable<Awaited<ReturnType<typeof toldOf>>>, "is_active" | "paid_until"> | undefined;

/** Time that was given back is told as such, and as an end where nothing is left. What began and ended since is not told. */
function changesSince(told: Told, { paidUntil, activeUntil }: Standing, now: number): EntitlementEventType[] {
  const isActive = activeUntil > now;
  if (!told || told.is_active === 0) return isActive ? ["account.activated"] : [];
  const isShorter = paidUntil < told.paid_until;
  const isLonger = paidUntil > told.paid_until;
  return [
    ...(isShorter ? (["account.refunded"] as const) : []),
    ...(isLonger && isActive ? (["account.extended"] as const) : []),
    ...(isActive ? [] : (["account.ended"] as const)),
  ];
}
