import { entitlementMessage } from "../../entitlements/event";
import type { Db, Tx } from "../../store/database";
import { timeOf } from "../../time";

/** From when to when the buyer had what they paid for, and when our VPN's servers were told so. */
export async function accessOf(db: Db | Tx, orderId: string) {
  const grant = await db.selectFrom("grants").selectAll().where("order_id", "=", orderId).executeTakeFirst();
  const events = db.selectFrom("entitlement_events").selectAll().where("order_id", "=", orderId);
  const told = (await events.orderBy("created_at").orderBy("sequence").execute()).map((event) => {
    const { data } = entitlementMessage.parse(JSON.parse(event.payload));
    return {
      at: timeOf(event.created_at),
      taken_at: event.sent_at === null ? null : timeOf(event.sent_at),
      what: event.type,
      account: data.account.user_id,
      paid_until: data.paid_until,
    };
  });
  return {
    from: grant === undefined ? null : timeOf(grant.starts_at),
    until: grant === undefined ? null : timeOf(grant.ends_at),
    told_to_the_vpn: told,
  };
}

/** When the buyer opened the app with what they bought, and by which code. */
export async function appUseOf(db: Db | Tx, orderId: string) {
  const used = await db
    .selectFrom("redemptions")
    .select(["kind", "used_at"])
    .where("order_id", "=", orderId)
    .where("used_at", "is not", null)
    .orderBy("used_at")
    .execute();
  return used.map(({ kind, used_at }) => ({
    at: timeOf(used_at ?? 0),
    by: kind === "page" ? "the code on the page after paying" : "the link in the receipt's mail",
  }));
}
