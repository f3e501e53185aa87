import fc from "fast-check";
import { expect, it } from "vitest";
import { send, type Target } from "../../../tools/contract/client";
import { so } from "../../../tools/contract/providers";
import { withKey } from "../../../tools/contract/purchases";
import { formOf } from "../buyer";
import type { LedgerOrder } from "../ledger";
import { openWorld, type World } from "../machine/world";
import { recordsOf } from "../subscriber";

/** One mailbox. Nobody else is there, so all that the sandbox has is about it. */
const SPELLINGS = ["anna.b@gmail.com", "annab@gmail.com", "a.nnab+x@googlemail.com"] as const;

const GOODS = [
  { plan_id: "monthly", amount: 11.99 },
  { plan_id: "monthly", amount: 8.39, coupon_id: "LASTONE" },
  { plan_id: "yearly", amount: 47.88 },
  { plan_id: "yearly", amount: 0, coupon_id: "FREE100" },
  { plan_id: "weekly", amount: 0.99 },
  { plan_id: "weekly", amount: 4.99 },
] as const;

const LEAVING = ["cancel", "decline", "challenge"] as const;
const PAYING = ["approve", "pending", "approve_late", "cancel_then_charge", "approve_twice"] as const;

const step = fc.record({
  browser: fc.nat({ max: 4 }),
  spelling: fc.constantFrom(...SPELLINGS),
  goods: fc.constantFrom(...GOODS),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constant("buy" as const) },
    { weight: 4, arbitrary: fc.constantFrom(...PAYING) },
    { weight: 2, arbitrary: fc.constantFrom(...LEAVING) },
    { weight: 1, arbitrary: fc.constantFrom("time" as const, "refund" as const) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The payment page that each browser was led to last, and its order. */
type Pages = Map<number, { path: string; orderId: string }>;

async function buy(target: Target, pages: Pages, { browser, spelling: email, goods }: Step): Promise<void> {
  const form = await formOf(target, { ...goods, email, browser: `browser-${browser}` });
  const { status, json } = await send(target, so.purchase, withKey(form));
  if (status !== 200) return;
  const { orderId, payAt } = so.readOpened(json);
  if (payAt != null) pages.set(browser, { path: new URL(payAt).pathname, orderId });
}

async function happen(world: World, pages: Pages, one: Step): Promise<void> {
  const page = pages.get(one.browser);
  if (one.what === "buy") await buy(world.target(), pages, one);
  else if (one.what === "time") world.pass(600);
  else if (!page) return;
  else if (one.what === "refund") await world.refund(page.orderId);
  else await world.press(page.path, new URLSearchParams({ outcome: one.what, seconds: "60" }));
}

const statesOf = (orders: LedgerOrder[], without: string | undefined) =>
  orders
    .filter(({ id }) => id !== without)
    .flatMap(({ attempts }) => attempts.map(({ id, state }) => `${id} ${state}`));

const seqOf = ({ events }: LedgerOrder, type?: string): number =>
  events.find((event) => type === undefined || event.type === type)?.seq ?? Number.POSITIVE_INFINITY;

const isPaid = ({ charges }: LedgerOrder) => charges.some(({ state, amount }) => state === "kept" && amount > 0);

/** Two orders of a plan that were open at the same time are not both paid. */
function auditPayments(orders: LedgerOrder[]): void {
  const paid = orders.filter(isPaid);
  for (const one of paid)
    for (const other of paid.filter(({ id, plan_id }) => id !== one.id && plan_id === one.plan_id)) {
      const isAfter = seqOf(one) > seqOf(other, "granted") || seqOf(other) > seqOf(one, "granted");
      expect(isAfter, `${one.id} and ${other.id} are paid`).toBe(true);
    }
}

/** What renews. */
async function renewals(world: World): Promise<number> {
  const all = await Promise.all(SPELLINGS.map((email) => recordsOf(world.target(), email)));
  return all.flat().filter(({ state }) => state === "active" || state === "past_due").length;
}

it("whatever two to five browsers with one mailbox do, none ends another's attempt unpaid, no wish is paid twice, and one plan renews", async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 18 });
  const property = fc.asyncProperty(steps, async (all) => {
    const world = await openWorld();
    const pages: Pages = new Map();
    try {
      for (const one of all) {
        const before = await world.ledger();
        await happen(world, pages, one);
        world.pass(1);
        const after = await world.ledger();
        const isUnpaid = one.what === "buy" && one.goods.amount > 0;
        if (isUnpaid || LEAVING.some((what) => what === one.what)) {
          const ofBrowser = pages.get(one.browser)?.orderId;
          const touched = before.filter(({ id }) => id === ofBrowser).map(({ id }) => id)[0];
          expect(statesOf(after, undefined)).toEqual(expect.arrayContaining(statesOf(before, touched)));
        }
        auditPayments(after);
        expect(await renewals(world), "what renews").toBeLessThanOrEqual(1);
      }
    } finally {
      await world.close();
    }
  });
  await fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 30_000 });
});
