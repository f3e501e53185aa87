import { expect } from "vitest";
import { soPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { ask } from "../../../tools/contract/client";
import type { LedgerOrder } from "../ledger";
import type { Books, Intent } from "./books";
import { BUYERS, COUPON_LIMITS } from "./market";
import type { World } from "./world";

const LIVE = ["created", "sent", "needs_action", "processing"];

const personOf = (email: string) => BUYERS.find((buyer) => buyer.email === email)?.person;
const keptCapturesOf = (order: Pick<LedgerOrder, "charges">) => order.charges.filter(({ state }) => state === "kept");

/** The ledger against the books: what must be true at any moment. */
export async function audit(books: Books, world: World): Promise<void> {
  const results = new Map<string, PurchaseResult>();
  for (const id of books.orderIds())
    results.set(id, await ask(world.target(), soPurchaseResult, { body: { order_id: id } }));
  const orders = await world.ledger();
  expect(
    orders.map(({ id }) => id),
    "no order that a buyer was told of is lost",
  ).toEqual(expect.arrayContaining(books.orderIds()));
  for (const order of orders) auditOrder(books, order, world.now());
  for (const intent of books.intents) auditIntent(books, intent, orders, world.now());
  auditPeople(orders);
  auditCoupons(orders);
  auditTrials(orders);
  for (const order of orders) {
    const result = results.get(order.id);
    if (result === undefined || !books.isPaid(order.id, world.now())) continue;
    if (order.state === "review" && isGivenBack(order)) auditSecondPayment(order, result, orders);
    else auditPaid(order, result);
  }
}

/** Every payment is in the ledger once, with its commission; what is not kept is given back or disputed; what is kept is given out once. */
function auditOrder(books: Books, order: LedgerOrder, now: number): void {
  const { id, state, attempts, charges, grants } = order;
  const isGift = attempts.some((one) => one.provider === null && one.state === "succeeded");
  const taken = books.takingsOf(id, now).map(({ amount }) => amount);
  expect(charges.map(({ amount }) => amount).sort(), `the charges of ${id}`).toEqual(taken.sort());
  expect(keptCapturesOf({ charges }).length, `kept charges of ${id}`).toBeLessThanOrEqual(1);
  const isDisputed = charges.some((charge) => charge.state === "disputed");
  if (isDisputed) expect(state, `${id} has a disputed charge`).toBe("review");
  const isSold = state === "done" || state === "granting";
  expect(keptCapturesOf({ charges }).length, `${id} is ${state}`).toBe(isSold && !isGift ? 1 : 0);
  if (state !== "refunded") expect(grants.length, `grants of ${id}, ${state}`).toBe(state === "done" ? 1 : 0);
  auditConversions(order);
}

/** What is given out is one conversion at what was paid, from then on; a refund marks it, and takes it away from nobody. */
function auditConversions({ id, state, attempts, charges, grants, conversions }: LedgerOrder): void {
  expect(conversions.length, `conversions of ${id}, ${state}`).toBe(grants.length);
  const paid = attempts.filter((one) => one.state === "succeeded").map(({ amount }) => amount);
  for (const { amount, network, refunded_at } of conversions) {
    expect(network, `the network of ${id}`).toBe("cj");
    expect(paid, `the conversion of ${id}`).toContain(amount);
    if (state === "done") expect(amount, `the conversion of ${id}`).toBe(keptCapturesOf({ charges })[0]?.amount ?? 0);
    expect(refunded_at !== null, `the conversion of ${id}, ${state}`).toBe(state === "refunded");
  }
}

/** A person who wanted a plan once pays for it once, and gets it if they paid. */
function auditIntent(books: Books, intent: Intent, orders: LedgerOrder[], now: number): void {
  const { orderIds, person, plan, followsLateCharge } = intent;
  const own = orders.filter(({ id }) => orderIds.has(id));
  const kept = own.flatMap(keptCapturesOf).length;
  const isPaid = own.some(({ id }) => books.isPaid(id, now));
  const isGivenBack = own.some(({ id }) => books.refunded.has(id) || books.gifts.has(id));
  expect(kept, `what ${person} paid for ${plan}`).toBeLessThanOrEqual(1);
  if (isPaid && !isGivenBack && !followsLateCharge) expect(kept, `${person} paid for ${plan}`).toBe(1);
}

/** No two payment pages for the same wish at the same time. */
function auditPeople(orders: LedgerOrder[]): void {
  const live = orders.flatMap(({ email, plan_id, attempts }) =>
    attempts.filter(({ state }) => LIVE.includes(state)).map(() => `${personOf(email)} buys ${plan_id}`),
  );
  expect(live, "payments under way").toEqual([...new Set(live)]);
}

/** What was paid for with a coupon or a trial: when its attempt was begun, and when it was paid. */
interface Use {
  person: string | undefined;
  begunAt: number;
  paidAt: number;
}

type Attempt = LedgerOrder["attempts"][number];

/** The attempts that count as a use, by the numbers of their events. */
const usesOf = (orders: LedgerOrder[], isUse: (attempt: Attempt, order: LedgerOrder) => boolean): Use[] =>
  orders.flatMap((order) =>
    order.attempts
      .filter((attempt) => isUse(attempt, order))
      .map(({ id }) => {
        const own = order.events.filter(({ attempt_id }) => attempt_id === id);
        const paid = own.find(({ type }) => type === "captured" || type === "nothing_due");
        return { person: personOf(order.email), begunAt: own[0]?.seq ?? 0, paidAt: paid?.seq ?? 0 };
      }),
  );

/** Beyond a limit goes only what was agreed to before others had used it up. */
function auditUses(uses: readonly Use[], limit: number, what: string): void {
  for (const { begunAt } of uses)
    expect(uses.filter(({ paidAt }) => paidAt < begunAt).length, what).toBeLessThan(limit);
}

function auditCoupons(orders: LedgerOrder[]): void {
  for (const [coupon, { per, limit }] of Object.entries(COUPON_LIMITS)) {
    const uses = usesOf(orders, (one) => one.coupon_id === coupon && one.hold === "redeemed");
    const groups = per === "all" ? [uses] : byPerson(uses);
    for (const group of groups) auditUses(group, limit, coupon);
  }
}

function auditTrials(orders: LedgerOrder[]): void {
  const isGranted = ({ id, trial_days }: Attempt, { grants }: LedgerOrder) =>
    trial_days !== null && grants.some(({ attempt_id }) => attempt_id === id);
  for (const group of byPerson(usesOf(orders, isGranted))) auditUses(group, 1, "trials");
}

const byPerson = (uses: readonly Use[]): Use[][] =>
  [...new Set(uses.map(({ person }) => person))].map((person) => uses.filter((one) => one.person === person));

/** Money that was taken and is not given back never shows as failed, cancelled or expired. */
function auditPaid(order: LedgerOrder, result: PurchaseResult): void {
  const { id, charges } = order;
  expect(["success", "pending"], `${id} is paid`).toContain(result.status);
  if (isGivenBack(order)) expect(["done", "granting"], `${id} was given back`).toContain(result.order_state);
  else if (charges.every(({ amount }) => amount === 0)) expect(result.money_taken, `${id} costs nothing`).toBe("no");
  else expect(result.money_taken, `${id} is paid`).not.toBe("no");
}

/** Money for what the same person got by another order goes back by itself, and shows as refunded. */
function auditSecondPayment({ id, email, plan_id }: LedgerOrder, result: PurchaseResult, orders: LedgerOrder[]): void {
  const isFirst = (one: LedgerOrder) =>
    one.id !== id && one.plan_id === plan_id && personOf(one.email) === personOf(email) && isGivenOut(one);
  expect(orders.some(isFirst), `${id} was given back, though nothing else was bought`).toBe(true);
  const { status, order_state, money_taken } = result;
  expect({ status, order_state, money_taken }, `${id} was given back`).toEqual({
    status: "canceled",
    order_state: "refunded",
    money_taken: "no",
  });
}

const isGivenBack = ({ charges }: LedgerOrder): boolean => charges.every(({ state }) => state === "refunded");

const isGivenOut = ({ state, grants }: LedgerOrder): boolean => state === "granting" || grants.length > 0;
