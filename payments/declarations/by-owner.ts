import type { SubscriptionAction } from "~/upstream/contract/subscriptions";
import type { Db, Tx } from "../store/database";
import type { SubscriptionRow } from "../subscriptions/tables";

interface Declared {
  action: SubscriptionAction;
  at: number;
  /** What goes back, in the subscription's currency; null: nothing was spoken of. */
  refund?: number | null;
}

/** Writes down what the owner of a subscription declared and when. No later declaration changes it. */
export async function recordDeclaration(
  tx: Tx,
  { id, ends_at }: Pick<SubscriptionRow, "id" | "ends_at">,
  { action, at, refund = null }: Declared,
): Promise<void> {
  await tx
    .insertInto("subscription_declarations")
    .values({ subscription_id: id, action, name: null, declared_at: at, ends_at, refund })
    .execute();
}

/** When an action was last declared; where it never was, because something else had made it so: when anything was. */
export async function declaredAt(
  tx: Tx,
  subscriptionId: string,
  action: SubscriptionAction,
): Promise<number | undefined> {
  const declared = await tx
    .selectFrom("subscription_declarations")
    .select(["action", "declared_at"])
    .where("subscription_id", "=", subscriptionId)
    .orderBy("id", "desc")
    .execute();
  return (declared.find((one) => one.action === action) ?? declared[0])?.declared_at;
}

/** What the owner's withdrawal gave back, in the subscription's currency; undefined where something else ended the contract. */
export async function withdrawnRefund(db: Db | Tx, subscriptionId: string): Promise<number | undefined> {
  const declared = await db
    .selectFrom("subscription_declarations")
    .select("refund")
    .where("subscription_id", "=", subscriptionId)
    .where("action", "=", "withdraw")
    .executeTakeFirst();
  return declared?.refund ?? undefined;
}
