import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { takeDeclaration } from "../../../../payments/declarations/take";
import { QUEUES } from "../../../../payments/metrics/queues";
import { forAPerson } from "../../../../payments/operator/for-a-person";
import { parseMetrics } from "../../../metrics/parsed";
import { ordered, orderOf, type RunningPayments, ring, runningPayments } from "../../hooks/running-payments";
import { paidOrder } from "../../refunds/paid-order";

const DAY_S = 24 * 60 * 60;

/** A payments API that Prometheus may read. */
async function watched() {
  const payments = await runningPayments({ metrics: { host: "127.0.0.1", port: 0 } });
  const read = async () => parseMetrics(await (await fetch(`${payments.metricsOrigin}/metrics`)).text());
  return { payments, read };
}

/** What has grown while something happened, histograms aside. */
async function counted({ read }: Awaited<ReturnType<typeof watched>>, happening: () => Promise<unknown>) {
  const before = await read();
  await happening();
  const after = [...(await read())].filter(([series]) => /^payments_(?!rounds).*_total/.test(series));
  const grown = after.map(([series, value]): [string, number] => [series, value - (before.get(series) ?? 0)]);
  return Object.fromEntries(grown.filter(([, more]) => more > 0));
}

const call = (name: string, outcome: string) =>
  `payments_provider_calls_total{driver="so",call="${name}",outcome="${outcome}"}`;
const purchase = (outcome: string) => `payments_purchases_total{provider="so",outcome="${outcome}"}`;
const state = (name: string) => `payments_order_states_total{state="${name}"}`;
const webhook = (outcome: string) => `payments_webhooks_total{driver="so",outcome="${outcome}"}`;

it("nobody reads metrics where no port was given for them", async () => {
  const payments = await runningPayments();
  expect(payments.metricsOrigin).toBeUndefined();
  expect((await fetch(`${payments.origin}/metrics`)).status).toBe(404);
});

it("a purchase is counted with what its provider was asked for, and where it brought the order", async () => {
  const place = await watched();
  const grown = await counted(place, () => paidOrder(place.payments));
  expect(grown).toMatchObject({
    [purchase("opened")]: 1,
    [call("open", "ok")]: 1,
    [call("hear", "ok")]: 1,
    [webhook("heard")]: 1,
    [state("paying")]: 1,
    [state("granting")]: 1,
    [state("done")]: 1,
  });
  const took = 'payments_provider_call_seconds_count{driver="so",call="open"}';
  expect((await place.read()).get(took)).toBeGreaterThan(0);
});

it("what is refused is told as what it was", async () => {
  const place = await watched();
  const { payments } = place;
  payments.provider.faults = ["refused"];
  expect(await counted(place, () => ordered(payments).catch(() => {}))).toMatchObject({
    [purchase("provider_refused")]: 1,
    [call("open", "refused")]: 1,
  });
  const dear = await counted(place, () => ordered(payments, { amount: 1 }).catch(() => {}));
  expect(dear).toEqual({ [purchase("price_changed")]: 1 });
});

it("webhooks that their provider has not signed are told apart", async () => {
  const place = await watched();
  const { payments } = place;
  expect(await counted(place, () => ring(payments, {}, { as: "somebody" }))).toEqual({
    [call("hear", "forged")]: 1,
    [webhook("forged")]: 1,
  });
  const eventId = "evt_1";
  await ring(payments, { eventId });
  expect(await counted(place, () => ring(payments, { eventId }))).toMatchObject({ [webhook("repeated")]: 1 });
});

it("an attempt whose opening got no answer is told with its age, until its order is over", async () => {
  const { payments, read } = await watched();
  payments.provider.faults = ["away", "away", "away"];
  const orderedAt = payments.now();
  await ordered(payments).catch(() => {});
  payments.pass(90);
  const told = await read();
  expect(told.get('payments_waiting{queue="unknown_attempts"}')).toBe(1);
  const since = told.get('payments_waiting_since_timestamp_seconds{queue="unknown_attempts"}');
  expect(Math.abs((since ?? 0) - orderedAt / 1_000)).toBeLessThan(30);
  payments.pass(DAY_S);
  await expect
    .poll(async () => {
      payments.pass(10);
      return (await read()).get('payments_waiting{queue="unknown_attempts"}');
    })
    .toBe(0);
  expect((await read()).has('payments_waiting_since_timestamp_seconds{queue="unknown_attempts"}')).toBe(false);
});

it("the database is asked once in ten seconds, whoever reads how often", async () => {
  const { payments, read } = await watched();
  const disputes = 'payments_due{queue="dispute_evidence"}';
  expect((await read()).get(disputes)).toBe(0);
  await dispute(payments, payments.now() + 2 * DAY_S * 1_000);
  expect((await read()).get(disputes)).toBe(0);
  payments.pass(10);
  const told = await read();
  expect(told.get(disputes)).toBe(1);
  expect(told.get("payments_database_up")).toBe(1);
});

it("of open disputes the nearest date for evidence is told", async () => {
  const { payments, read } = await watched();
  const nearest = payments.now() + 2 * DAY_S * 1_000;
  for (const evidenceBy of [nearest + 1_000_000, nearest, null]) await dispute(payments, evidenceBy);
  expect((await read()).get('payments_due_by_timestamp_seconds{queue="dispute_evidence"}')).toBe(nearest / 1_000);
});

it("an open dispute whose evidence is not wanted has no date", async () => {
  const { payments, read } = await watched();
  await dispute(payments, null);
  expect((await read()).get('payments_due{queue="dispute_evidence"}')).toBe(0);
});

it("an order in review is told as long as a person has to look at it, as todo lists it", async () => {
  const { payments, read } = await watched();
  const waiting = async () => {
    payments.pass(10);
    const told = (await read()).get('payments_given_up{queue="review_orders"}');
    return [told, (await forAPerson(payments.context)).filter(({ kind }) => kind === "wrong amount").length];
  };
  const paysWrong = async () => {
    const attempt = await ordered(payments);
    const captureId = payments.provider.pay(attempt.id, { ...attempt, amount: 3.21 });
    await ring(payments, { payment: attempt.reference });
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "review" });
    return { attempt, captureId };
  };
  const { attempt, captureId } = await paysWrong();
  expect(await waiting()).toEqual([1, 1]);
  payments.provider.giveBackThere(captureId, { amount: 3.21, currency: attempt.currency });
  await ring(payments, { payment: attempt.reference });
  await expect.poll(waiting).toEqual([0, 0]);
  // As a second payment for what another order had paid, which goes back by itself.
  const second = await paysWrong();
  expect(await waiting()).toEqual([1, 1]);
  const captures = payments.context.db.updateTable("captures").where("id", "=", second.captureId);
  await captures.set({ state: "refunded" }).execute();
  expect(await waiting()).toEqual([0, 0]);
});

it("a webhook that was given up is told", async () => {
  const { payments, read } = await watched();
  const unsaid = { payment: null, attempt_id: null, capture_id: null, subscription: null };
  const event = { driver: "so", event_id: "evt_1", kind: "paid", received_at: payments.now(), next_try_at: 0 };
  await payments.context.db
    .insertInto("hook_events")
    .values({ ...unsaid, ...event, state: "failed", problem: "HTTP 500" })
    .execute();
  expect((await read()).get('payments_given_up{queue="webhooks"}')).toBe(1);
});

it("of declarations that nobody has acted on the nearest date is told", async () => {
  const { payments, read } = await watched();
  const { context, now } = payments;
  const said = { name: "A Buyer", contract: "my VPN", email: "buyer@example.com" };
  await context.db.transaction().execute(async (tx) => {
    await takeDeclaration(context, tx, "a", { ...said, kind: "withdraw" });
    await takeDeclaration(context, tx, "b", { ...said, kind: "cancel" });
    await takeDeclaration(context, tx, "c", { ...said, kind: "cancel" });
    await tx.updateTable("declarations").set({ done_at: now() }).where("key", "=", "c").execute();
  });
  const told = await read();
  expect(told.get('payments_due{queue="declarations"}')).toBe(2);
  const { act_by } = await context.db
    .selectFrom("declarations")
    .select("act_by")
    .where("key", "=", "b")
    .executeTakeFirstOrThrow();
  expect(told.get('payments_due_by_timestamp_seconds{queue="declarations"}')).toBe(act_by / 1_000);
});

it("without its database it tells that, and nothing of what waits", async () => {
  const { payments, read } = await watched();
  await payments.context.db.destroy();
  const told = await read();
  expect(told.get("payments_database_up")).toBe(0);
  expect([...told.keys()].filter((series) => /^payments_(waiting|due|given_up)/.test(series))).toEqual([]);
});

it("rounds are counted, and those that fail apart", async () => {
  const { payments, read } = await watched();
  const round = (outcome: string) => `payments_rounds_total{round="orders",outcome="${outcome}"}`;
  const done = (await read()).get(round("done")) ?? 0;
  await expect.poll(async () => (await read()).get(round("done"))).toBeGreaterThan(done);
  const failed = (await read()).get(round("failed")) ?? 0;
  await payments.context.db.destroy();
  await expect.poll(async () => (await read()).get(round("failed"))).toBeGreaterThan(failed);
});

it("rounds are told from zero once they are set up, and those that are not set up are not told", async () => {
  vi.resetModules();
  const { inRounds } = await import("../../../../payments/rounds");
  const { paymentsMetrics } = await import("../../../../payments/metrics/counters");
  const told = () => [...parseMetrics(paymentsMetrics.text())].filter(([series]) => series.includes("rounds_total"));
  expect(told()).toEqual([]);
  const stop = inRounds(
    "mail",
    60_000,
    async () => {},
    () => {},
  );
  const ended = (outcome: string) => `payments_rounds_total{round="mail",outcome="${outcome}"}`;
  expect(told()).toEqual([
    [ended("done"), 0],
    [ended("failed"), 0],
  ]);
  await stop();
});

it("days of a provider that is not set up any more wait for nothing", async () => {
  const { payments, read } = await watched();
  const { db, drivers } = payments.context;
  const day = { day: "2020-01-01", state: "due", complete_at: 1, next_try_at: payments.now() + DAY_S * 1_000 } as const;
  const known = [...drivers.keys()].map((driver) => ({ ...day, driver }));
  await db
    .insertInto("reconciliations")
    .values([...known, { ...day, driver: "gone" }])
    .execute();
  expect((await read()).get('payments_waiting{queue="reconciliations"}')).toBe(known.length);
});

it("what is counted is found by an index, however many rows there are", async () => {
  const { payments } = await watched();
  const { db } = payments.context;
  for (const { table, where } of QUEUES) {
    const plan = await sql<{
      detail: string;
    }>`${sql.raw(`explain query plan select * from ${table} where ${where({ now: 0, bookKeepers: [] })}`)}`.execute(db);
    expect([table, plan.rows.map(({ detail }) => detail).join()]).toEqual([table, expect.stringMatching(/INDEX/)]);
  }
});

let disputes = 0;

async function dispute({ context: { db, now } }: RunningPayments, evidence_by: number | null): Promise<void> {
  disputes += 1;
  const money = { amount: 1, currency: "USD" };
  const what = { capture_id: "ch_1", order_id: "ord_1", reason: "fraudulent", paused_until: null };
  await db
    .insertInto("disputes")
    .values({ id: `dp_${disputes}`, driver: "so", state: "open", ...what, ...money, evidence_by, noted_at: now() })
    .execute();
}
