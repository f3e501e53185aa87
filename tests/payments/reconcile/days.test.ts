import { describe, expect, it } from "vitest";
import type { Money } from "../../../payments/drivers/driver";
import { completeAt } from "../../../payments/reconcile/day";
import { compareDue } from "../../../payments/reconcile/keep-comparing";
import { parseMetrics } from "../../metrics/parsed";
import { type RunningPayments, runningPayments } from "../hooks/running-payments";
import { paidOrder } from "../refunds/paid-order";

const DAY_S = 24 * 60 * 60;
const HOUR_MS = 60 * 60 * 1_000;
const USD_5: Money = { amount: 5, currency: "USD" };

/** A paid order, and the clock at two of the next day, whatever time it is now: the books are complete an hour after the day. */
async function dayAfter(beforeItEnds: (payments: RunningPayments, captureId: string) => void = () => {}) {
  const payments = await runningPayments({ metrics: { host: "127.0.0.1", port: 0 } });
  const { captureId } = await paidOrder(payments);
  await hearNoMore(payments);
  beforeItEnds(payments, captureId);
  await compareDue(payments.context);
  const [{ day } = { day: "" }] = await daysOf(payments);
  payments.pass((completeAt(day, HOUR_MS) + HOUR_MS - payments.now()) / 1_000);
  return { payments, captureId, day };
}

/** Nobody asks how the payment stands by themselves. */
const hearNoMore = ({ context }: RunningPayments) =>
  context.db.updateTable("attempts").set({ next_ask_at: null }).execute();

const daysOf = ({ context }: RunningPayments) =>
  context.db.selectFrom("reconciliations").selectAll().orderBy("day").execute();

const logOf = ({ logged }: RunningPayments) => logged.filter(({ message }) => message.includes("books"));

const ofDay = (payments: RunningPayments, day: string) =>
  logOf(payments).filter(({ facts }) => "day" in facts && facts.day === day);

/** What Prometheus reads of it. */
async function measured({ metricsOrigin }: RunningPayments) {
  const told = parseMetrics(await (await fetch(`${metricsOrigin}/metrics`)).text());
  const differences = told.get('payments_given_up{queue="book_differences"}');
  return { differences, waiting: told.get('payments_waiting{queue="reconciliations"}') };
}

const nobodyHeard = (payments: RunningPayments, captureId: string) => {
  payments.provider.giveBackThere(captureId, USD_5);
};

describe("a day", () => {
  it("is compared when its books are complete, and by one of several processes", async () => {
    const { payments, day } = await dayAfter();
    await Promise.all([1, 2, 3, 4].map(() => compareDue(payments.context)));
    await expect
      .poll(() => daysOf(payments))
      .toMatchObject([{ day, state: "compared", differences: 0 }, { state: "due" }]);
    expect(payments.provider.booksRead).toBe(1);
    expect(logOf(payments)).toMatchObject([{ level: "info", facts: { driver: "so", day } }]);
    const { db } = payments.context;
    const [sum] = await db.selectFrom("reconciliation_sums").selectAll().execute();
    expect([sum?.theirs, sum?.kind]).toEqual([sum?.ours, "capture"]);
  });

  it("is not compared before", async () => {
    const payments = await runningPayments();
    await paidOrder(payments);
    await compareDue(payments.context);
    expect(payments.provider.booksRead).toBe(0);
    expect(await daysOf(payments)).toMatchObject([{ state: "due", tries: 0 }]);
  });

  it("with a difference is an error in the log, and is counted until it is put right", async () => {
    const { payments, captureId, day } = await dayAfter(nobodyHeard);
    await compareDue(payments.context);
    await expect.poll(() => logOf(payments)).toMatchObject([{ level: "error", facts: { day, differences: 1 } }]);
    const { db } = payments.context;
    expect(await db.selectFrom("reconciliation_differences").selectAll().execute()).toMatchObject([
      { what: "only_theirs", kind: "refund", capture_id: captureId, theirs: 5, ours: null },
    ]);
    expect(await measured(payments)).toEqual({ differences: 1, waiting: 0 });
  });

  it("without an answer is tried again, which is seen, and then compared whole", async () => {
    const { payments, day } = await dayAfter((payments, captureId) => {
      nobodyHeard(payments, captureId);
      payments.provider.booksFaults = ["none", "lost"];
    });
    await compareDue(payments.context);
    await expect.poll(() => daysOf(payments)).toMatchObject([{ day, state: "due", tries: 1 }, {}]);
    const [{ problem } = { problem: null }] = await daysOf(payments);
    expect(problem).toBe("The answer was lost");
    expect(logOf(payments)).toMatchObject([{ level: "warn", facts: { day, tries: 1 } }]);
    expect(await measured(payments)).toEqual({ differences: 0, waiting: 1 });
    payments.pass(120);
    await compareDue(payments.context);
    await expect
      .poll(() => daysOf(payments))
      .toMatchObject([{ day, state: "compared", differences: 1, problem: null }, {}]);
  });

  it("that nobody can compare for about an hour is for a person, once", async () => {
    const { payments, day } = await dayAfter(({ provider }) => {
      provider.booksFaults = Array.from({ length: 1_000 }, () => "away" as const);
    });
    const triesOf = async () => (await daysOf(payments)).find((one) => one.day === day)?.tries ?? 0;
    while ((await triesOf()) < 8) {
      await compareDue(payments.context);
      payments.pass(6 * 60 * 60);
    }
    await expect.poll(() => ofDay(payments, day).filter(({ level }) => level === "error")).toHaveLength(1);
  });
});

it("days on which no process ran are compared afterwards, and old ones are forgotten", async () => {
  const { payments, day } = await dayAfter();
  payments.pass(3 * DAY_S);
  for (let days = 0; days < 4; days++) await compareDue(payments.context);
  const compared = async () => (await daysOf(payments)).filter(({ state }) => state === "compared");
  await expect.poll(compared).toHaveLength(4);
  expect((await compared())[0]?.day).toBe(day);
  payments.pass(402 * DAY_S);
  await compareDue(payments.context);
  // A round of its own may be at work meanwhile, and then forgets it a moment later.
  await expect.poll(async () => (await daysOf(payments)).some((one) => one.day === day)).toBe(false);
});
