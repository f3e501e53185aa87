import fc from "fast-check";
import { expect } from "vitest";
import { accountOf } from "../../../payments/accounts";
import { replayEvent } from "../../../payments/entitlements/replay";
import { paidUntil } from "../../../payments/orders/paid-time";
import { refundOrder } from "../../../payments/orders/refund";
import type { Tx } from "../../../payments/store/database";
import { closeSubscription } from "../../../payments/subscriptions/close";
import { renew } from "../../../payments/subscriptions/renew";
import { saleAt } from "../sale";
import { buy } from "./bought";
import { DAY_MS, MOODS, type Mood, type World } from "./world";

/** Which of what is there, counted from the first; beyond the last it begins anew. */
const which = fc.nat(20);

const mood = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Mood>("takes it") },
  { weight: 3, arbitrary: fc.constant<Mood>("loses the answer") },
  { weight: 2, arbitrary: fc.constantFrom<Mood>(...MOODS.filter((one) => one !== "is gone")) },
);

const BUYERS = ["a@example.com", "b@example.com", "one@gmail.com", "o.n.e@gmail.com"] as const;

const sale = fc.record({
  do: fc.constant("buy" as const),
  email: fc.constantFrom(...BUYERS),
  userId: fc.option(fc.constantFrom(4242, 4243), { freq: 3 }),
  planId: fc.constantFrom("monthly", "yearly"),
  renews: fc.boolean(),
});

const step = fc.oneof(
  { weight: 4, arbitrary: sale },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("renew" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("refund" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("round" as const),
      moods: fc.array(mood, { maxLength: 8 }),
      steps: fc.oneof(fc.constant(0), fc.nat(120)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("pass" as const), hours: fc.constantFrom(0.01, 1, 30, 24 * 29, 24 * 400) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What buyers, providers, the operator and bad luck do, one after the other. */
export const histories = fc.array(step, { minLength: 3, maxLength: 25, size: "max" });

/** Lives through a history, and expects that the operator has in the end what is true. */
export async function expectToldTrue(there: World, steps: readonly Step[]): Promise<void> {
  for (const one of steps) await take(there, one);
  await settle(there);
  expect(there.operator.mistakes).toEqual([]);
  for (const userId of await allAccounts(there)) {
    const { email } = await accountOf(there.db, userId);
    const until = await paidUntil(there.db, email, userId);
    const told = there.operator.accounts.get(userId);
    expect(told?.is_active ?? false, `account ${userId}`).toBe(until > there.at);
    if (until > there.at) expect(Date.parse(told?.paid_until ?? ""), `account ${userId}`).toBe(until);
  }
}

/** All that may have paid time. */
async function allAccounts({ db }: World): Promise<number[]> {
  const accounts = await db.selectFrom("accounts").select("user_id").execute();
  const users = await db.selectFrom("orders").select("user_id").where("user_id", "is not", null).execute();
  return [...accounts, ...users].flatMap(({ user_id }) => user_id ?? []);
}

/** No renewal is expected any more; everything that waits is sent, and then, by hand, what was given up. */
async function settle(there: World): Promise<void> {
  there.moods = [];
  await there.db.updateTable("subscriptions").set({ state: "ending" }).where("state", "=", "active").execute();
  await sendAll(there);
  const failed = await there.db.selectFrom("entitlement_events").selectAll().where("state", "=", "failed").execute();
  const givenUp = failed.map(({ user_id, sequence }) => `${user_id}.${sequence}`);
  expect([...there.operator.missing].filter((one) => !givenUp.includes(one))).toEqual([]);
  there.operator.expectsLate = true;
  for (const { id } of failed) await there.within((tx) => replayEvent(tx, id, there.at));
  await sendAll(there);
  const unsent = there.db.selectFrom("entitlement_events").select("id").where("state", "!=", "sent");
  expect(await unsent.execute()).toEqual([]);
  expect([...there.operator.missing]).toEqual([]);
}

async function sendAll(there: World): Promise<void> {
  for (let round = 0; round < 30; round++) {
    there.at += 10 * 60_000;
    await there.round();
  }
}

async function take(there: World, one: Step): Promise<void> {
  switch (one.do) {
    case "buy":
      return void (await there.within((tx) => buy(tx, { ...one, now: there.at })));
    case "renew":
    case "close":
      return there.within((tx) => change(tx, one, there.at));
    case "refund":
      return there.within((tx) => refund(tx, one.which, there.at));
    case "pass":
      there.at += Math.round((one.hours * DAY_MS) / 24);
      return;
    case "round":
      there.moods = [...one.moods];
      await there.round(one.steps);
  }
}

async function change(tx: Tx, one: Extract<Step, { do: "renew" | "close" }>, now: number): Promise<void> {
  const rows = await tx
    .selectFrom("subscriptions")
    .selectAll()
    .where("state", "=", "active")
    .orderBy("bought_at")
    .execute();
  const row = rows[one.which % Math.max(1, rows.length)];
  if (row === undefined) return;
  if (one.do === "renew") await renew(saleAt(tx, now), row);
  else await closeSubscription(tx, row, { state: "ended" }, now);
}

async function refund(tx: Tx, which: number, now: number): Promise<void> {
  const rows = await tx.selectFrom("orders").select("id").where("state", "=", "done").orderBy("id").execute();
  const row = rows[which % Math.max(1, rows.length)];
  if (row !== undefined) await refundOrder(saleAt(tx, now), row.id);
}
