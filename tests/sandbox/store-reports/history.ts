import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import type { Db, Tx } from "../../../payments/store/database";
import { noteRefund, noteRenewal, noteSale } from "../../../payments/store-reports/payments";
import { bindToken, reportNamed, takeToken } from "../../../payments/store-reports/tokens";
import { MOODS, type Mood } from "./stand-in";
import { insertUnpaid } from "./unpaid-order";
import { DAY_MS, settle, World } from "./world";

/** Which of what is there, counted from the first; beyond the last it begins anew. */
const which = fc.nat(20);

const mood = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Mood>("answers") },
  { weight: 3, arbitrary: fc.constant<Mood>("loses the answer") },
  { weight: 2, arbitrary: fc.constantFrom<Mood>(...MOODS) },
);

const arrive = fc.record({
  do: fc.constant("arrive" as const),
  form: fc.constantFrom("plain", "link", "tests", "google", "google", "google", "unreadable"),
});
const sell = fc.record({
  do: fc.constant("sell" as const),
  which,
  cents: fc.constantFrom(0, 499, 1199, 4788),
  isOnce: fc.boolean(),
});
const report = fc.record({
  do: fc.constant("report" as const),
  moods: fc.array(mood, { maxLength: 8 }),
  steps: fc.oneof(fc.constant(0), fc.nat(60)),
});

const step = fc.oneof(
  { weight: 4, arbitrary: arrive },
  { weight: 4, arbitrary: sell },
  { weight: 6, arbitrary: report },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("arrive again" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sell with two" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("renew" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("refund" as const), which, isWhole: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("name" as const), which, isKnown: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pass" as const), hours: fc.constantFrom(0.01, 1, 30, 24 * 9, 24 * 40) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What visitors, buyers, owners, Apple and bad luck do, one after the other. */
export const histories = fc.array(step, { minLength: 3, maxLength: 25, size: "max" });

interface Payment {
  event: string;
  store: "apple" | "google";
  cents: number;
  backCents: number;
}

/** What has happened in a history. */
class Told {
  /** The ids of tokens that can be reported, by store. */
  readonly tokens: { id: string; store: "apple" | "google"; isSold: boolean; isDuplicate: boolean }[] = [];
  readonly orders: { id: string; isOnce: boolean; store: "apple" | "google" }[] = [];
  readonly payments: Payment[] = [];
  refunds = 0;
}

const at = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)];

/** Lives through a history, and expects that every token and every payment is in the stores' books once. */
export async function expectReportedOnce(db: Db, steps: readonly Step[]): Promise<void> {
  const [world, told] = [new World(db), new Told()];
  await empty(db);
  for (const one of steps) await take(db, world, told, one);
  await settle(world, db);
  expect(world.apple.mistakes).toEqual([]);
  expect(world.google.mistakes).toEqual([]);
  expect(await db.selectFrom("store_reports").select("event").where("state", "!=", "reported").execute()).toEqual([]);
  expectApple(world, told);
  expectGoogle(world, told);
}

async function empty(db: Db): Promise<void> {
  for (const table of ["store_reports", "attempt_tokens", "store_tokens", "attempts", "orders"] as const)
    await db.deleteFrom(table).execute();
}

/** Each token with sales has their line items and at most one word without; each other one has one word. */
function expectApple({ apple }: World, told: Told): void {
  const items = [...apple.items.values()];
  const payments = told.payments.filter(({ store }) => store === "apple");
  expect(
    items
      .filter(({ eventType }) => eventType === "BUY")
      .map(({ amountTaxInclusive }) => amountTaxInclusive)
      .toSorted(),
  ).toEqual(payments.map(({ cents }) => cents * 10).toSorted());
  const back = items
    .filter(({ eventType }) => eventType === "REFUND")
    .reduce((sum, one) => sum + one.amountTaxInclusive, 0);
  expect(back).toBe(payments.reduce((sum, { backCents }) => sum + backCents * 10, 0));
  for (const { id, isSold, isDuplicate } of told.tokens.filter(({ store }) => store === "apple")) {
    const words = [...apple.reports.values()]
      .filter((one) => one.externalPurchaseId === id)
      .map(({ status }) => status);
    const without = words.filter((word) => word !== "LINE_ITEM");
    if (isSold) expect([without.length <= 1, words.includes("LINE_ITEM")], id).toEqual([true, true]);
    else expect(words, id).toHaveLength(1);
    if (isDuplicate && !isSold) expect(["DUPLICATE_TOKEN", "NO_LINE_ITEM"]).toContain(words[0]);
  }
}

function expectGoogle({ google }: World, told: Told): void {
  const payments = told.payments.filter(({ store }) => store === "google");
  const taken = [...google.transactions.values()].map(({ originalPreTaxAmount: net, originalTaxAmount: tax }) =>
    Number(BigInt(net.priceMicros) + BigInt(tax.priceMicros)),
  );
  expect(taken.toSorted()).toEqual(payments.map(({ cents }) => cents * 10_000).toSorted());
  const whole = payments.filter(({ cents, backCents }) => cents > 0 && cents === backCents);
  const gone = [...google.transactions.values()].filter(
    ({ left, originalPreTaxAmount: net }) => left === 0n && net.priceMicros !== "0",
  );
  expect(gone).toHaveLength(whole.length);
}

async function take(db: Db, world: World, told: Told, one: Step): Promise<void> {
  const within = (work: (tx: Tx) => Promise<void>) => db.transaction().execute(work);
  switch (one.do) {
    case "arrive":
      return within((tx) => comeWith(tx, world, told, one.form));
    case "arrive again":
      return within((tx) => comeAgain(tx, world, told, one.which));
    case "sell": {
      const token = at(told.tokens, one.which);
      if (token && !token.isDuplicate) await within((tx) => sellTo(tx, world, told, { token, ...one }));
      return;
    }
    case "sell with two":
      return within((tx) => sellWithTwo(tx, world, told));
    case "renew": {
      const order = at(
        told.orders.filter(({ isOnce }) => !isOnce),
        one.which,
      );
      if (order) await within((tx) => renew(tx, world, told, order));
      return;
    }
    case "refund": {
      const payment = at(told.payments, one.which);
      if (payment) await within((tx) => refund(tx, world, payment, one.isWhole));
      return;
    }
    case "name":
      return within((tx) => name(tx, world, told, one));
    case "pass":
      world.at += Math.round(one.hours * 3_600_000);
      return;
    case "report":
      world.moods = [...one.moods];
      return world.round(one.steps);
  }
}

const linkOf = ({ apple }: World, id: string) => ({ isOfLink: apple.tokens.get(id)?.isOfLink ?? false });

async function comeWith(tx: Tx, world: World, told: Told, form: string): Promise<void> {
  if (form === "unreadable") return void (await takeToken(tx, { store: "apple", token: randomUUID() }, world.at));
  const isGoogle = form === "google";
  const named: string = form === "tests" ? `SANDBOX_${randomUUID()}` : randomUUID();
  const given = isGoogle ? world.googleToken(named) : world.appleToken(named, { isOfLink: form === "link" });
  const id = await takeToken(tx, given, world.at);
  expect(id).toBe(isGoogle ? createHash("sha256").update(named).digest("hex") : named);
  told.tokens.push({ id, store: given.store, isSold: false, isDuplicate: false });
}

async function comeAgain(tx: Tx, world: World, told: Told, which: number): Promise<void> {
  const token = at(
    told.tokens.filter(({ store }) => store === "apple"),
    which,
  );
  if (token) await takeToken(tx, world.appleToken(token.id, linkOf(world, token.id)), world.at);
}

/** Apple names a token that it waits for: one that is known here, or not. */
async function name(tx: Tx, world: World, told: Told, { which, isKnown }: { which: number; isKnown: boolean }) {
  const ofApple = told.tokens.filter(({ store }) => store === "apple");
  const known = isKnown ? at(ofApple, which)?.id : undefined;
  const id: string = known ?? randomUUID();
  if (known === undefined) {
    world.apple.tokens.set(id, { isOfLink: false });
    told.tokens.push({ id, store: "apple", isSold: false, isDuplicate: false });
  }
  await reportNamed(tx, { id, bundleId: null }, world.at);
}

interface Sale {
  token: Told["tokens"][number];
  cents: number;
  isOnce: boolean;
}

async function sellTo(
  tx: Tx,
  world: World,
  told: Told,
  { token, cents, isOnce }: Sale,
  id: string = randomUUID(),
): Promise<void> {
  const period = isOnce ? undefined : { starts_at: world.at, ends_at: world.at + 30 * DAY_MS };
  await noteSale(
    tx,
    { id, orderId: id, tokenId: token.id, paid: { ...amounts(cents), at: world.at, period } },
    world.at,
  );
  token.isSold = true;
  told.orders.push({ id, isOnce, store: token.store });
  told.payments.push({ event: `sale:${id}`, store: token.store, cents, backCents: 0 });
}

/** 19 % of tax are in the price. */
function amounts(cents: number) {
  const taxCents = Math.round((cents * 19) / 119);
  return {
    product: "monthly",
    gross: (cents / 100).toFixed(2),
    tax: (taxCents / 100).toFixed(2),
    currency: "EUR",
    country: "DE",
  };
}

/** A first attempt with one token of a customer, and a second, paid one with another of the same period. */
async function sellWithTwo(tx: Tx, world: World, told: Told): Promise<void> {
  const order = await insertUnpaid(tx, world.at);
  for (const [place, attemptId] of order.attempts.entries()) {
    const id: string = randomUUID();
    await takeToken(tx, world.appleToken(id, { isOfLink: true }), world.at);
    await bindToken(tx, attemptId, id);
    told.tokens.push({ id, store: "apple", isSold: false, isDuplicate: place === 0 });
  }
  const token = told.tokens.at(-1);
  if (token) await sellTo(tx, world, told, { token, cents: 1199, isOnce: false }, order.id);
}

async function renew(tx: Tx, world: World, told: Told, { id: orderId, store }: Told["orders"][number]): Promise<void> {
  const id = randomUUID();
  const period = { starts_at: world.at, ends_at: world.at + 30 * DAY_MS };
  await noteRenewal(tx, { id, orderId, paid: { ...amounts(1199), at: world.at, period } }, world.at);
  told.payments.push({ event: `renewal:${id}`, store, cents: 1199, backCents: 0 });
}

async function refund(tx: Tx, world: World, payment: Payment, isWhole: boolean): Promise<void> {
  const left = payment.cents - payment.backCents;
  payment.backCents += isWhole || left < 100 ? left : 100;
  await noteRefund(tx, payment.event, payment.backCents / 100, world.at);
}
