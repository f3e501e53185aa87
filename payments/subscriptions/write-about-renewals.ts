import type { Context } from "../context";
import { renewalBackLetter, renewalStoppedLetter } from "../mail/subscription-letters";
import { inTurn } from "../rounds";
import type { Tx } from "../store/database";
import { subscriptionById } from "./owned";
import { failRenewal } from "./provider/fail-renewal";
import { writeToOwner } from "./write-to-owner";

/** Writes to owners whose renewal was stopped by a newer order, or came back with its refund; runs regularly. */
export async function writeAboutRenewals(context: Context): Promise<void> {
  const due = await context.db.selectFrom("subscriptions").select("id").where("letter_due", "is not", null).execute();
  await inTurn(context, due, ({ id }) => context.db.transaction().execute((tx) => writeLetter(context, tx, id)));
}

async function writeLetter(context: Context, tx: Tx, id: string): Promise<void> {
  const row = await subscriptionById(tx, id);
  if (!row?.letter_due) return;
  await tx.updateTable("subscriptions").set({ letter_due: null }).where("id", "=", id).execute();
  // Two plans are spoken of, so the link opens both.
  if (row.letter_due === "stopped")
    await writeToOwner(context, tx, row, { page: "cancel", opens: "account" }, renewalStoppedLetter);
  else if (row.state === "past_due") await failRenewal(context, tx, row);
  else await writeToOwner(context, tx, row, { page: "cancel", opens: "contract" }, renewalBackLetter);
}
