import { z } from "zod";
import type { Chance } from "../../../sandbox/bare/seeded";
import type { StandIn } from "../../stand-ins/server";
import type { World } from "./api";

/** Whether something was done; a text: it was, and that is what was wrong with how it was taken. */
export type Done = boolean | string;

/** Does it, if there is anything to do it to. */
export type Mischief = (world: World, chance: Chance) => Promise<Done> | Done;

const event = z.looseObject({ id: z.string(), data: z.unknown().optional(), resource: z.unknown().optional() });
const sent = z.object({ kind: z.string(), body: z.string() });

/** What is about money that was taken. */
const SENT = `
  select kind, body from webhooks where kind in
    ('checkout.session.completed', 'charge.refunded', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.SALE.COMPLETED')`;

function someSent({ books }: StandIn, chance: Chance) {
  const all = books.rows(sent, SENT);
  return all.length === 0 ? undefined : chance.pick(all);
}

let lies = 0;
const nextId = (): string => `evt_lie_${++lies}`;

/** Genuine, but with other sums. */
export const wrongAmount: Mischief = ({ standIns }, chance) => {
  const standIn = chance.pick([standIns.stripe, standIns.paypal]);
  const found = someSent(standIn, chance);
  if (found === undefined) return false;
  const { id: _, ...rest } = event.parse(JSON.parse(tenfold(found.body)));
  const id = nextId();
  standIn.webhooks.add(id, found.kind, { id, ...rest });
  return true;
};

const tenfold = (body: string): string =>
  body
    .replace(/("amount(?:_total|_refunded|_captured|_subtotal)?":)(\d+)/g, "$1$20")
    .replace(/("(?:value|total)":")(\d+)/g, "$1$20");

const open = z.object({ json: z.string() });
const anObject = z.looseObject({ id: z.string() });

/** Genuine, but nobody has paid. */
export const paidUnpaid: Mischief = ({ standIns: { stripe, paypal } }, chance) => {
  const id = nextId();
  if (chance.oneIn(2)) {
    const sessions = stripe.books.rows(
      open,
      "select json from objects where kind = 'checkout.session' and json ->> 'status' = 'open'",
    );
    if (sessions.length === 0) return false;
    const object = {
      ...anObject.parse(JSON.parse(chance.pick(sessions).json)),
      status: "complete",
      payment_status: "paid",
    };
    const facts = {
      id,
      object: "event",
      api_version: "2024-06-20",
      created: Math.floor(Date.now() / 1000),
      livemode: false,
    };
    stripe.webhooks.add(id, "checkout.session.completed", {
      ...facts,
      type: "checkout.session.completed",
      data: { object },
    });
    return true;
  }
  const orders = paypal.books.rows(
    open,
    "select json from things where kind = 'order' and json ->> 'status' = 'CREATED'",
  );
  if (orders.length === 0) return false;
  const { id: order_id, amount, custom_id } = anObject.parse(JSON.parse(chance.pick(orders).json));
  const supplementary_data = { related_ids: { order_id } };
  const resource = { id: `LIE${lies}`, status: "COMPLETED", amount, custom_id, supplementary_data, links: [] };
  const kind = "PAYMENT.CAPTURE.COMPLETED";
  paypal.webhooks.add(id, kind, { id, event_version: "1.0", resource_type: "capture", event_type: kind, resource });
  return true;
};

/** Signed for other words than it has. */
export const forged: Mischief = async ({ standIns, origin }, chance) => {
  const driver = chance.pick(["stripe", "paypal"] as const);
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
