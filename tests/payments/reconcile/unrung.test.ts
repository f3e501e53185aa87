import { describe, expect, it } from "vitest";
import { soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { nextAsk } from "../../../payments/reconcile/asking-times";
import { ask } from "../../../tools/contract/client";
import { ordered, orderOf, runningPayments } from "../hooks/running-payments";

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

const reload = ({ context }: Awaited<ReturnType<typeof runningPayments>>, { id }: { id: string }) =>
  context.db.selectFrom("attempts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("a payment for which nobody rings", () => {
  it("is found after a minute", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    payments.provider.pay(attempt.id, attempt);
    payments.pass(2 * MINUTE_S);
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "done" });
  });

  it("that was made on a page whose order had expired is found as well, and then no more is asked", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    payments.pass(31 * MINUTE_S);
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "expired" });
    // A round that is under way would count its next time from a clock that has moved meanwhile.
    const next = async () => (await reload(payments, attempt)).next_ask_at;
    await expect.poll(next).toBeGreaterThan(payments.now() + 4 * MINUTE_S * 1000);
    payments.provider.pay(attempt.id, attempt);
    payments.pass(40 * MINUTE_S);
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "done" });
    payments.pass(2 * DAY_S);
    await expect.poll(async () => (await reload(payments, attempt)).settled_at).toBeGreaterThan(0);
    expect(await reload(payments, attempt)).toMatchObject({ next_ask_at: null });
  });

  it("that nobody makes is asked about again, and some minutes later", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    payments.pass(6 * MINUTE_S);
    const next = async () => (await reload(payments, attempt)).next_ask_at;
    await expect.poll(next).toBeGreaterThan(payments.now() + 4 * MINUTE_S * 1000);
    expect(payments.logged).toEqual([]);
  });

  it("is not settled while its provider is away", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    payments.provider.faults = Array.from({ length: 1000 }, () => "away" as const);
    payments.pass(3 * DAY_S);
    await expect.poll(() => payments.logged.length).toBeGreaterThan(0);
    await expect.poll(async () => (await reload(payments, attempt)).next_ask_at).toBeGreaterThan(payments.now() + 1);
    expect(await reload(payments, attempt)).toMatchObject({ settled_at: null });
  });
});

it("a payment that was just paid is not asked about each time its buyer looks", async () => {
  const payments = await runningPayments();
  const attempt = await ordered(payments);
  payments.provider.pay(attempt.id, attempt);
  const look = () => ask(payments.target, soPurchaseResult, { body: { order_id: attempt.order_id } });
  expect(await look()).toMatchObject({ status: "success" });
  const { asked } = payments.provider;
  expect(await look()).toMatchObject({ status: "success" });
  expect(payments.provider.asked).toBe(asked);
  payments.pass(2 * MINUTE_S);
  expect(await look()).toMatchObject({ status: "success" });
  expect(payments.provider.asked).toBeGreaterThan(asked);
});

describe("the times of asking", () => {
  const attempt = { id: "att_1", state: "sent", created_at: 0, payable_until: 1800_000 } as const;
  const waitAt = (seconds: number) => ((nextAsk(attempt, seconds * 1000) ?? 0) - seconds * 1000) / 60_000;

  it("become rarer with age", () => {
    const waits = [0, 6, 40, 180].map((minutes) => waitAt(minutes * MINUTE_S));
    for (const [which, least] of [1, 5, 30, 120].entries()) {
      expect(waits[which]).toBeGreaterThanOrEqual(least);
      expect(waits[which]).toBeLessThanOrEqual(least * 1.2);
    }
  });

  it("end a day after the page closed, but not while a bank is at work", () => {
    const late = 1800_000 + DAY_S * 1000;
    expect(nextAsk(attempt, late)).toBeNull();
    expect(nextAsk({ ...attempt, state: "processing" }, late)).toBeGreaterThan(late);
  });

  it("are not the same for all payments of one moment", () => {
    const times = Array.from({ length: 50 }, (_, which) => nextAsk({ ...attempt, id: `att_${which}` }, 0));
    expect(new Set(times).size).toBeGreaterThan(40);
  });
});
