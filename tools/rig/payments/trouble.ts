import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { type Chance, chanceFor } from "../../../sandbox/bare/seeded";
import type { FaultRule } from "../../stand-ins/faults";
import type { StandIn } from "../../stand-ins/server";
import { STAND_INS } from "../../stand-ins/start-all";
import { WEBHOOK_MODES } from "../../stand-ins/webhooks";
import { count, type Score } from "../score";
import type { World } from "./api";
import { type Done, forged, type Mischief, paidUnpaid, wrongAmount } from "./lying-webhooks";
import { refundByOthers, refundByUs } from "./refunds";

const PAUSE_MS = [50, 400] as const;
/** What is called for an order, and its money. */
const CALLS: Readonly<Record<(typeof STAND_INS)[number], readonly Omit<FaultRule, "kind">[]>> = {
  stripe: [
    { method: "POST", path: "/v1/checkout/sessions" },
    { method: "GET", path: "/v1/checkout/sessions" },
    { method: "POST", path: "/v1/refunds" },
    { method: "GET", path: "/v1/refunds" },
    { method: "GET", path: "/v1/invoices" },
  ],
  paypal: [
    { method: "POST", path: "/v2/checkout/orders" },
    { method: "GET", path: "/v2/checkout/orders" },
    { method: "POST", path: "/v1/billing/subscriptions" },
    { method: "GET", path: "/v1/billing/subscriptions" },
    { method: "POST", path: "/v2/payments/captures" },
    { method: "POST", path: "/v1/oauth2/token" },
  ],
  paddle: [
    { method: "POST", path: "/transactions" },
    { method: "GET", path: "/transactions" },
    { method: "PATCH", path: "/transactions" },
    { method: "POST", path: "/customers" },
    { method: "GET", path: "/customers" },
    { method: "POST", path: "/adjustments" },
  ],
};
/** Those that take long, once each; the others more often. */
const KINDS: readonly FaultRule["kind"][] = [
  ...(["lost", "reset", "bad_gateway", "odd_500", "odd_200"] as const),
  ...(["lost", "reset", "bad_gateway", "odd_500", "odd_200"] as const),
  ...(["slow", "hang"] as const),
];

/** So many wait for their call at most, so that calls do not fail ever more often where they are few. */
const MOST_WAITING = 2;

const badCall: Mischief = ({ standIns }, chance) => {
  const driver = chance.pick(STAND_INS);
  const call = chance.pick(CALLS[driver]);
  if (chance.below(3) > 0 || standIns[driver].faults.waiting >= MOST_WAITING) return false;
  standIns[driver].faults.add({ ...call, kind: chance.pick(KINDS), times: 1 + chance.below(2) });
  return true;
};

/** What waits in a mode that sends nothing is never sent. */
function setMode({ webhooks, books }: StandIn, mode: (typeof WEBHOOK_MODES)[number]): void {
  if (webhooks.mode === "never") books.run("update webhooks set sent = 1 where sent = 0");
  else webhooks.release();
  webhooks.mode = mode;
}

const otherMode: Mischief = ({ standIns }, chance) => {
  setMode(standIns[chance.pick(STAND_INS)], chance.pick([...WEBHOOK_MODES, "normal", "normal"]));
  return true;
};

const lostEntitlement: Mischief = ({ receiver }) => {
  receiver.loseAnswer();
  return true;
};

const PENDING_AT_STRIPE = `
  select id from objects where kind = 'checkout.session' and json ->> 'status' = 'complete' and json ->> 'payment_status' = 'unpaid'
    and not exists (select 1 from webhooks where kind like '%async_payment_failed' and body like '%' || objects.id || '%')`;
const PENDING_AT_PAYPAL = `
  select coalesce(json ->> 'order', json ->> 'subscription') as id from things
  where kind = 'capture' and json ->> 'status' = 'PENDING'`;
const PENDING_AT_PADDLE = `
  select id from things where kind = 'transaction' and json ->> '$.payments[0].status' = 'pending_no_action_required'`;
const named = z.object({ id: z.string() });
const PENDING = { stripe: PENDING_AT_STRIPE, paypal: PENDING_AT_PAYPAL, paddle: PENDING_AT_PADDLE };

/** Banks decide about all money that is on its way. @returns whether there was any */
export function settle({ standIns }: Pick<World, "standIns">, outcomeOf: () => "paid" | "failed"): boolean {
  const pending = STAND_INS.flatMap((name) =>
    standIns[name].books.rows(named, PENDING[name]).map(({ id }) => ({ name, id })),
  );
  for (const { name, id: payment } of pending) standIns[name].act({ act: "settle", payment, outcome: outcomeOf() });
  return pending.length > 0;
}

const settled: Mischief = (world, chance) => settle(world, () => (chance.oneIn(4) ? "failed" : "paid"));

/** The first one is the most common. */
const MISCHIEF: Readonly<Record<string, Mischief>> = {
  "calls that go wrong": badCall,
  "webhooks in another way": otherMode,
  "webhooks with other sums": wrongAmount,
  "webhooks of what nobody paid": paidUnpaid,
  "webhooks forged": forged,
  "entitlements whose answer is lost": lostEntitlement,
  "banks that decide": settled,
};
const MOST = "calls that go wrong";
/** One in so many; each is a process of its own. */
const REFUND = 6;

/**
 * Providers that fail, are silent, tell late, twice, in another order, never or lies; banks that decide; money that goes back by both sides.
 * @param finished e-mail addresses of those who have bought, more of them as time goes on
 * @returns a function that ends it, once all that is true is told
 */
export function makeTrouble(world: World, score: Score, seed: number, finished: readonly string[]) {
  const done: Record<string, number> = {};
  let isOver = false;
  let refunded = 0;
  const note = (name: string, was: Done) => {
    if (was !== false) count(done, name);
    if (typeof was === "string") score.failures.push(was);
  };
  const refundNext = async (chance: Chance) => {
    const email = finished[refunded];
    if (email === undefined) return;
    refunded += 1;
    for (const [name, refund] of chance.pick(REFUNDS)) note(name, await refund(world, email, chance));
  };
  const go = async () => {
    for (let number = 0; !isOver; number += 1) {
      const chance = chanceFor(seed, `${score.part} trouble ${number}`);
      await setTimeout(PAUSE_MS[0] + chance.below(PAUSE_MS[1]));
      if (chance.oneIn(REFUND)) await refundNext(chance);
      const name = chance.oneIn(2) ? MOST : chance.pick(Object.keys(MISCHIEF));
      note(name, (await MISCHIEF[name]?.(world, chance)) ?? false);
    }
  };
  const going = go();
  going.catch(() => {});
  return async () => {
    isOver = true;
    await going;
    calm(world);
    report(world, score, done);
  };
}

const BY_US = ["refunds by the operator", refundByUs] as const;
const BY_OTHERS = ["refunds at the provider's pages", refundByOthers] as const;
const REFUNDS = [[BY_US], [BY_OTHERS], [BY_US, BY_OTHERS], [BY_OTHERS, BY_US]] as const;

/** From now on all goes well, but for what was lost for ever. */
function calm(world: World): void {
  for (const name of STAND_INS) {
    world.standIns[name].faults.clear();
    setMode(world.standIns[name], "normal");
  }
  settle(world, () => "paid");
}

const met = z.object({ fault: z.string(), times: z.number() });

function report({ standIns }: World, score: Score, done: Readonly<Record<string, number>>): void {
  const calls: Record<string, number> = {};
  for (const name of STAND_INS)
    for (const { fault, times } of standIns[name].books.rows(
      met,
      "select fault, count(*) as times from requests where fault is not null group by fault",
    ))
      calls[fault] = (calls[fault] ?? 0) + times;
  const all = {
    ...done,
    ...Object.fromEntries(Object.entries(calls).map(([kind, times]) => [`calls: ${kind}`, times])),
  };
  score.faults += Object.values(calls).reduce((sum, times) => sum + times, 0);
  score.details.push(...Object.entries(all).map(([name, times]) => `  ${name.padEnd(36)}${times}`));
  const names = [...Object.keys(MISCHIEF), BY_US[0], BY_OTHERS[0], ...new Set(KINDS.map((kind) => `calls: ${kind}`))];
  score.untried.push(...names.filter((name) => all[name] === undefined));
}
