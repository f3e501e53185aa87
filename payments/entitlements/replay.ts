import type { Tx } from "../store/database";
import { GIVE_UP_MS, tell, toldOf } from "./event";
import { standingOfUser } from "./standing";

/** Sends an event once more, as it was, for three days again. @returns whether there is such an event */
export async function replayEvent(tx: Tx, id: string, now: number): Promise<boolean> {
  const replayed = await tx
    .updateTable("entitlement_events")
    .set({ state: "waiting", tries: 0, next_try_at: now, give_up_at: now + GIVE_UP_MS, problem: null })
    .where("id", "=", id)
    .executeTakeFirst();
  return replayed.numUpdatedRows > 0n;
}

/** Tells once more how an account stands at present, as a new event. @returns whether it ever had paid time */
export async function replayAccount(tx: Tx, userId: number, now: number): Promise<boolean> {
  const standing = await standingOfUser(tx, userId);
  if (standing.last === undefined && !(await toldOf(tx, userId))) return false;
  const isActive = standing.activeUntil > now;
  await tell(tx, { userId, standing, now }, [isActive ? "account.activated" : "account.ended"]);
  return true;
}
