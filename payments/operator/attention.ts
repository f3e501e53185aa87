import type { Db } from "../store/database";
import { timeOf } from "../time";
import { withoutAddresses } from "./show-order";

/** Something that waits for a person. */
export interface Matter {
  orderId: string;
  /** When it began; milliseconds since 1970. */
  since: number;
  what: string;
}

export interface Matters {
  title: string;
  /** What a person does about them. */
  advice: string;
  matters: readonly Matter[];
}

/** More of a kind are not shown: those that wait longest come first. */
const MOST_SHOWN = 50;

/** A provider may say for so long after its page closed that it does not know yet. */
const UNKNOWN_AFTER_MS = 15 * 60 * 1_000;

/** Each reads an index of what waits, not all orders. */
const KINDS = [failedRefunds, openDisputes, unclearAttempts, ordersInReview, failedEvents];

/** All that is for a person now; kinds without any are left out. @param now milliseconds since 1970 */
export async function mattersForPerson(db: Db, now: number): Promise<Matters[]> {
  const all = await Promise.all(KINDS.map((kind) => kind(db, now)));
  return all
    .filter(({ matters }) => matters.length > 0)
    .map(({ matters, ...kind }) => ({ ...kind, matters: matters.map(masked) }));
}

const masked = (matter: Matter): Matter => ({ ...matter, what: withoutAddresses(matter.what) });

async function failedRefunds(db: Db): Promise<Matters> {
  const failed = db.selectFrom("refunds").selectAll().where("state", "=", "failed");
  const rows = await failed.orderBy("noted_at").limit(MOST_SHOWN).execute();
  return {
    title: "Refunds that the provider refused",
    advice: "Give the money back at the provider, or in another way.",
    matters: rows.map(({ order_id: orderId, noted_at: since, amount, currency, problem }) => ({
      orderId,
      since,
      what: `${amount} ${currency}: ${problem ?? "refused"}`,
    })),
  };
}

async function openDisputes(db: Db): Promise<Matters> {
  const open = db.selectFrom("disputes").selectAll().where("state", "=", "open");
  const rows = await open.orderBy("evidence_by").limit(MOST_SHOWN).execute();
  return {
    title: "Open disputes",
    advice: "Answer in the provider's dashboard, in time.",
    matters: rows.map(({ order_id: orderId, noted_at: since, amount, currency, reason, evidence_by }) => {
      const until = evidence_by === null ? "no evidence is asked for" : `evidence by ${timeOf(evidence_by)}`;
      return { orderId, since, what: `${amount} ${currency}, ${reason}: ${until}` };
    }),
  };
}

/** Attempts that are over, and still asked about: nobody knows whether they were paid. */
async function unclearAttempts(db: Db, now: number): Promise<Matters> {
  const rows = await db
    .selectFrom("attempts")
    .selectAll()
    .where("next_ask_at", "is not", null)
    .where("state", "in", ["sent", "needs_action", "processing"])
    .where("payable_until", "<", now - UNKNOWN_AFTER_MS)
    .orderBy("created_at")
    .limit(MOST_SHOWN)
    .execute();
  return {
    title: "Payments whose outcome is not known",
    advice: "The provider is asked again by itself. Look into its dashboard before you say anything to the buyer.",
    matters: rows.map(({ order_id: orderId, created_at: since, amount, currency, state, reference }) => ({
      orderId,
      since,
      what: `${amount} ${currency}, ${state}, ${reference}`,
    })),
  };
}

async function ordersInReview(db: Db): Promise<Matters> {
  const orders = db.selectFrom("orders").selectAll().where("state", "=", "review");
  const rows = await orders.orderBy("created_at").limit(MOST_SHOWN).execute();
  return {
    title: "Orders in review",
    advice: "Another amount was paid than was asked for, or it is disputed: refund it, or see to the dispute.",
    matters: rows.map(({ id: orderId, created_at: since, plan_id }) => ({ orderId, since, what: plan_id })),
  };
}

async function failedEvents(db: Db): Promise<Matters> {
  const failed = db.selectFrom("entitlement_events").selectAll().where("state", "=", "failed");
  const rows = await failed.orderBy("created_at").limit(MOST_SHOWN).execute();
  return {
    title: "What the VPN was told in vain",
    advice: "See to the receiver, then tell it again from the order.",
    matters: rows.map(({ order_id: orderId, created_at: since, id, type, problem }) => ({
      orderId,
      since,
      what: `${type}, ${id}: ${problem ?? "not taken"}`,
    })),
  };
}
