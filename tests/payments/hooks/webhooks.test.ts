import { describe, expect, it, onTestFinished } from "vitest";
import type { Driver } from "../../../payments/drivers/driver";
import { ProviderStandIn } from "./provider-stand-in";
import { hookEvents, ordered, orderOf, ring, runningPayments } from "./running-payments";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

const states = async (payments: Parameters<typeof hookEvents>[0]) =>
  (await hookEvents(payments)).map(({ state }) => state);

/** It says nothing of a payment until it is let. */
function silentDriver() {
  const { driver } = new ProviderStandIn(Date.now);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const ask: Driver["ask"] = async () => {
    asked += 1;
    await answered;
    return { reports: [], subscription: undefined };
  };
  return { driver: { ...driver, ask }, asked: () => asked, answer };
}

describe("a payment of which the provider rings", () => {
  it("is granted without anybody looking at the order", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    payments.provider.pay(attempt.id, attempt);
    expect(await ring(payments, { payment: attempt.reference })).toBe(200);
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "done" });
    await expect.poll(() => states(payments)).toEqual(["done"]);
  });

  it.each(["attempt", "capture"])("is found by its %s, too", async (which) => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    const captureId = payments.provider.pay(attempt.id, attempt);
    if (which === "capture") {
      await ring(payments, { payment: attempt.reference });
      await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "done" });
    }
    const asked = payments.provider.asked;
    await ring(payments, which === "capture" ? { captureId } : { attemptId: attempt.id });
    await expect.poll(() => payments.provider.asked).toBe(asked + 1);
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "done" });
  });

  it("is asked about once, however often the event comes, at any name of the driver", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    const event = { eventId: "evt_1", payment: attempt.reference };
    const answers = [await ring(payments, event), await ring(payments, event, { at: "stand-in" })];
    expect(answers).toEqual([200, 200]);
    await expect.poll(() => states(payments)).toEqual(["done"]);
    expect(payments.provider.asked).toBe(1);
  });

  it("is asked about again, later, where the provider was away", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    payments.provider.pay(attempt.id, attempt);
    payments.provider.faults = ["away", "away"];
    await ring(payments, { payment: attempt.reference });
    await expect.poll(async () => (await hookEvents(payments))[0]?.problem).toBe("No answer");
    expect(await orderOf(payments, attempt)).toMatchObject({ state: "paying" });
    payments.pass(MINUTE_S);
    await expect.poll(() => payments.provider.faults.length).toBe(0);
    payments.pass(MINUTE_S);
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "done" });
  });

  it("is given up after three days, loudly", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    payments.provider.faults = Array.from({ length: 1000 }, () => "away" as const);
    await ring(payments, { payment: attempt.reference });
    await expect.poll(async () => (await hookEvents(payments))[0]?.problem).toBe("No answer");
    payments.pass(73 * HOUR_S);
    await expect.poll(() => states(payments)).toEqual(["failed"]);
    expect(payments.logged.filter(({ level }) => level === "error").map(({ message }) => message)).toContain(
      "payments: what a webhook rang for could not be asked for three days",
    );
  });
});

describe("an event", () => {
  it("of a provider that does not answer keeps no other provider's waiting, however many of them wait", async () => {
    const { driver, asked, answer } = silentDriver();
    const payments = await runningPayments({}, [{ ...driver, code: "ps", name: "Silent" }]);
    onTestFinished(answer);
    const [silent, other] = [await ordered(payments), await ordered(payments)];
    await payments.context.db.updateTable("attempts").set({ provider: "ps" }).where("id", "=", silent.id).execute();
    // Ten are worked at the same time: as many and more are still due before the other one.
    const rung = Array.from({ length: 25 }, () => ring(payments, { payment: silent.reference }, { at: "ps" }));
    expect(new Set(await Promise.all(rung))).toEqual(new Set([200]));
    await expect.poll(asked).toBeGreaterThan(0);
    payments.provider.pay(other.id, other);
    await ring(payments, { payment: other.reference });
    // The order alone says nothing: sooner or later it is also asked about unrung.
    const isHeard = async () =>
      (await hookEvents(payments)).some(({ driver, state }) => driver === "so" && state === "done");
    await expect.poll(isHeard).toBe(true);
    expect(await orderOf(payments, other)).toMatchObject({ state: "done" });
  });

  it("of a provider that is not set up any more is given up, loudly", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    await payments.context.db.updateTable("attempts").set({ provider: "ps" }).where("id", "=", attempt.id).execute();
    await ring(payments, { payment: attempt.reference });
    await payments.context.db.updateTable("hook_events").set({ driver: "ps" }).execute();
    payments.pass(73 * HOUR_S);
    await expect.poll(() => states(payments)).toEqual(["failed"]);
  });

  it("that waits while the process ends waits for the next one", async () => {
    const { driver, asked, answer } = silentDriver();
    const payments = await runningPayments({}, [{ ...driver, code: "ps", name: "Silent" }]);
    const attempt = await ordered(payments);
    await payments.context.db.updateTable("attempts").set({ provider: "ps" }).execute();
    await ring(payments, { payment: attempt.reference }, { at: "ps" });
    await expect.poll(asked).toBe(1);
    for (let more = 0; more < 3; more++) await ring(payments, { payment: attempt.reference }, { at: "ps" });
    const closed = payments.close();
    answer();
    await closed;
    expect(asked()).toBe(1);
  });

  it("that somebody else signed is refused and leaves nothing; the log has one line for many", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    for (let times = 0; times < 5; times++)
      expect(await ring(payments, { payment: attempt.reference }, { as: "a thief" })).toBe(400);
    expect(await hookEvents(payments)).toEqual([]);
    expect(payments.provider.asked).toBe(0);
    expect(payments.logged).toHaveLength(1);
  });

  it("of a payment that is not ours is left alone after ten minutes, in which it could have become ours", async () => {
    const payments = await runningPayments();
    await ring(payments, { payment: "pay_of_somebody_else" });
    await expect.poll(async () => (await hookEvents(payments))[0]?.tries).toBe(1);
    expect(await states(payments)).toEqual(["waiting"]);
    payments.pass(11 * MINUTE_S);
    await expect.poll(() => states(payments)).toEqual(["ignored"]);
    expect(payments.provider.asked).toBe(0);
  });

  it("that concerns nothing is taken and left alone", async () => {
    const payments = await runningPayments();
    expect(await ring(payments, {})).toBe(200);
    expect(await states(payments)).toEqual(["ignored"]);
  });

  it("is refused where no such driver is, and where it is too large", async () => {
    const payments = await runningPayments();
    expect(await ring(payments, {}, { at: "ps" })).toBe(404);
    expect(await ring(payments, { kind: "x".repeat(300_000) })).toBe(413);
    expect(await hookEvents(payments)).toEqual([]);
  });

  it("that the database does not take is to be repeated", async () => {
    const payments = await runningPayments();
    await payments.context.db.schema.alterTable("hook_events").renameTo("hook_events_away").execute();
    expect(await ring(payments, { payment: "pay_1" })).toBe(503);
    await payments.context.db.schema.alterTable("hook_events_away").renameTo("hook_events").execute();
    expect(await ring(payments, { payment: "pay_1" })).toBe(200);
  });
});
