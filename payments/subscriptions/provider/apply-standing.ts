import { millisecondsInDay } from "date-fns/constants";
import { saleIn } from "../../catalogue/sale";
import type { Context } from "../../context";
import type { SubscriptionStanding } from "../../drivers/driver";
import { isSameMoney } from "../../machine/money";
import { renewalEndedLetter } from "../../mail/subscription-letters";
import type { Tx } from "../../store/database";
import { subscriptionById } from "../owned";
import { keepRenewal } from "../renew";
import type { SubscriptionRow } from "../tables";
import { tendWithin } from "../tend";
import { writeToOwner } from "../write-to-owner";
import { failRenewal } from "./fail-renewal";
import { changeSince, mayRenew, orderAtProvider, stopRenewing } from "./orders";

interface Said {
  id: string;
  standing: SubscriptionStanding;
  /** When it was asked for. */
  askedAt: number;
}

/** Applies what a provider says of a subscription: each renewal once, however often and late it is heard, then how it stands. */
export async function applyStanding(context: Context, tx: Tx, { id, standing, askedAt }: Said): Promise<void> {
  for (const renewal of standing.renewals) await takeRenewal(context, tx, id, renewal);
  const row = await subscriptionById(tx, id);
  if (!row || row.synced_at !== askedAt) return;
  const change = await changeSince(tx, id, askedAt);
  // An order that is due rings when it is done.
  if (change === "done") await tx.updateTable("subscriptions").set({ rung: 1 }).where("id", "=", id).execute();
  if (change !== undefined) return;
  await noteNextPayment(tx, row, standing);
  if (await mayRenew(tx, id)) await FOLLOW[standing.state](context, tx, row);
  // The provider renews what nobody wants any more.
  else if (standing.state === "active" || standing.state === "past_due") await stopRenewing(tx, row, context.now());
}

/** The merchant or the provider may have moved it: a trial was made longer, a day was agreed on. And the buyer may have another card. */
async function noteNextPayment(tx: Tx, row: SubscriptionRow, standing: SubscriptionStanding): Promise<void> {
  const { state, paidUntil, cardEnds: card_ends_at = null } = standing;
  const isMoved = state === "active" && Math.abs(paidUntil - row.ends_at) > millisecondsInDay;
  const renews_at = isMoved ? paidUntil : null;
  if (renews_at === row.renews_at && card_ends_at === row.card_ends_at) return;
  await tx.updateTable("subscriptions").set({ renews_at, card_ends_at }).where("id", "=", row.id).execute();
}

type Renewal = SubscriptionStanding["renewals"][number];

async function takeRenewal(context: Context, tx: Tx, id: string, renewal: Renewal): Promise<void> {
  const row = await subscriptionById(tx, id);
  if (!row || wasTakenElsewhere(row, renewal) || (await isTaken(tx, renewal))) return;
  const { captureId, paid, at, startsAt: starts_at, endsAt: ends_at } = renewal;
  const charge = { id: captureId, period: await nextPeriod(tx, row), ...paid, starts_at, ends_at, at };
  if (!isSameMoney(row, paid))
    context.log.error({ subscription: id, capture: captureId, paid }, "payments: a renewal of another price");
  if (await mayRenew(tx, id)) return keepRenewal(await saleIn(context, tx), row, charge);
  const givenBack = { ...charge, subscription_id: id, state: "refunded", given_back: 0, returned: 0 } as const;
  await tx.insertInto("subscription_charges").values(givenBack).execute();
  // The provider counts that period as paid: it must not be resumed.
  await orderAtProvider(tx, row, "end_now", context.now());
}

/** Paid before the subscription was imported. */
const wasTakenElsewhere = ({ imported_until }: SubscriptionRow, { endsAt }: Renewal): boolean =>
  imported_until !== null && endsAt <= imported_until;

async function isTaken(tx: Tx, { captureId }: Renewal): Promise<boolean> {
  const known = await tx.selectFrom("subscription_charges").select("id").where("id", "=", captureId).executeTakeFirst();
  return known !== undefined;
}

async function nextPeriod(tx: Tx, { id, period }: SubscriptionRow): Promise<number> {
  const last = await tx
    .selectFrom("subscription_charges")
    .select((eb) => eb.fn.max("period").as("period"))
    .where("subscription_id", "=", id)
    .executeTakeFirst();
  return Math.max(period, last?.period ?? 0) + 1;
}

type Follow = (context: Context, tx: Tx, row: SubscriptionRow) => Promise<void>;

/** What follows from how a subscription stands at its provider, where nobody has asked here for anything else. */
const FOLLOW: Readonly<Record<SubscriptionStanding["state"], Follow>> = {
  // What is not paid for any more waits for its payment.
  active: async ({ now }, tx, row) => {
    if (row.state === "active" || row.ends_at <= now()) return;
    await tx.updateTable("subscriptions").set({ state: "active", failed_at: null }).where("id", "=", row.id).execute();
  },
  past_due: async (context, tx, row) => {
    if (row.state === "active" || row.state === "ending") await failRenewal(context, tx, row);
  },
  ending: (context, tx, row) => letEnd(context, tx, row),
  ended: (context, tx, row) => letEnd(context, tx, row),
};

/** Somebody cancelled it at the provider, or the provider has given up. What is paid runs on, and its owner is written to. */
const letEnd: Follow = async (context, tx, row) => {
  if (row.state !== "active" && row.state !== "past_due") return;
  await tx.updateTable("subscriptions").set({ state: "ending" }).where("id", "=", row.id).execute();
  await tendWithin(await saleIn(context, tx), row.id);
  await writeToOwner(context, tx, row, { page: "cancel", opens: "contract" }, renewalEndedLetter);
};
