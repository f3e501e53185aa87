import { z } from "zod";
import type { Chance } from "../../../sandbox/bare/seeded";
import type { StandIn } from "../../stand-ins/server";
import { STAND_INS } from "../../stand-ins/start-all";
import type { World } from "./api";

/** Whether something was done; a text: it was, and that is what was wrong with how it was taken. */
export type Done = boolean | string;

/** Does it, if there is anything to do it to. */
export type Mischief = (world: World, chance: Chance) => Promise<Done> | Done;

const event = z.looseObject({});
const sent = z.object({ kind: z.string(), body: z.string() });

/** What is about money that was taken. */
const SENT = `
  select kind, body from webhooks where kind in
    ('checkout.session.completed', 'charge.refunded', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.SALE.COMPLETED',
      'transaction.completed')`;

function someSent({ books }: StandIn, chance: Chance) {
  const all = books.rows(sent, SENT);
  return all.length === 0 ? undefined : chance.pick(all);
}

let lies = 0;
const nextId = (): string => `evt_lie_${++lies}`;

/** Genuine, but with other sums. */
export const wrongAmount: Mischief = ({ standIns }, chance) => {
  const standIn = standIns[chance.pick(STAND_INS)];
  const found = someSent(standIn, chance);
  if (found === undefined) return false;
  const id = nextId();
  // By whichever name the provider has it.
  standIn.webhooks.add(id, found.kind, { ...event.parse(JSON.parse(tenfold(found.body))), id, event_id: id });
  return true;
};

const tenfold = (body: string): string =>
  body
    .replace(/("amount(?:_total|_refunded|_captured|_subtotal)?":)(\d+)/g, "$1$20")
    .replace(/("(?:value|total)":")(\d+)/g, "$1$20");

const open = z.object({ json: z.string() });
const anObject = z.looseObject({ id: z.string() });

/** What nobody has paid yet, by the provider, and the event by which it would be paid. */
const UNPAID = {
  stripe: "select json from objects where kind = 'checkout.session' and json ->> 'status' = 'open'",
  paypal: "select json from things where kind = 'order' and json ->> 'status' = 'CREATED'",
  paddle: "select json from things where kind = 'transaction' and json ->> 'status' in ('draft', 'ready')",
};

/** Genuine, but nobody has paid. */
export const paidUnpaid: Mischief = ({ standIns }, chance) => {
  const id = nextId();
  const name = chance.pick(STAND_INS);
  const { books, webhooks } = standIns[name];
  const unpaid = books.rows(open, UNPAID[name]);
  if (unpaid.length === 0) return false;
  const { kind, ...said } = paidBy[name](anObject.parse(JSON.parse(chance.pick(unpaid).json)));
  webhooks.add(id, kind, { id, event_id: id, ...said });
  return true;
};

const paidBy = {
  stripe: (session: z.output<typeof anObject>) => {
    const object = { ...session, status: "complete", payment_status: "paid" };
    const facts = {
      object: "event",
      api_version: "2024-06-20",
      created: Math.floor(Date.now() / 1000),
      livemode: false,
    };
    return { ...facts, kind: "checkout.session.completed", type: "checkout.session.completed", data: { object } };
  },
  paypal: ({ id: order_id, amount, custom_id }: z.output<typeof anObject>) => {
    const supplementary_data = { related_ids: { order_id } };
    const resource = { id: `LIE${lies}`, status: "COMPLETED", amount, custom_id, supplementary_data, links: [] };
    const kind = "PAYMENT.CAPTURE.COMPLETED";
    return { kind, event_version: "1.0", resource_type: "capture", event_type: kind, resource };
  },
  paddle: (transaction: z.output<typeof anObject>) => {
    const kind = "transaction.completed";
    return { kind, event_type: kind, data: { ...transaction, status: "completed" } };
  },
};

/** Signed for other words than it has. */
export const forged: Mischief = async ({ standIns, origin }, chance) => {
  const driver = chance.pick(STAND_INS);
  const found = someSent(standIns[driver], chance);
  if (found === undefined) return false;
  const signature = standIns[driver].webhooks.sign(found.body, nextId());
  const headers = { "content-type": "application/json", ...signature };
  const answer = await fetch(`${origin}/hooks/${driver}`, { method: "POST", headers, body: tenfold(found.body) }).catch(
    // It was killed.
    () => undefined,
  );
  return answer?.ok ? `a forged webhook of ${driver} was taken` : answer !== undefined;
};
