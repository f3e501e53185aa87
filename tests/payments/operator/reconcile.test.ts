import { expect, it } from "vitest";
import { moneyText } from "../../../payments/html/money-text";
import { completeAt, dayOf } from "../../../payments/reconcile/day";
import { type RunningPayments, runningPayments } from "../hooks/running-payments";
import { paidOrder } from "../refunds/paid-order";
import { operate } from "./operate";

const HOUR_MS = 60 * 60 * 1_000;

const run = ({ context }: RunningPayments, ...args: string[]) => operate(context, ["reconcile", ...args]);

/** A payment, and the clock at two of the next day, whatever time it is now: its books are complete. */
async function paidYesterday() {
  const payments = await runningPayments();
  const paid = await paidOrder(payments);
  // Nobody asks how the payment stands by themselves.
  await payments.context.db.updateTable("attempts").set({ next_ask_at: null }).execute();
  const day = dayOf(payments.now());
  payments.pass((completeAt(day, HOUR_MS) + HOUR_MS - payments.now()) / 1_000);
  return { payments, day, ...paid };
}

it("tells that yesterday's books agree, with their sums", async () => {
  const { payments, day, amount, currency } = await paidYesterday();
  const { code, text } = await run(payments);
  expect(code).toBe(0);
  expect(text).toContain(`Stand-in ${day}`);
  const money = moneyText({ amount, currency });
  expect(text).toMatch(new RegExp(`paid +${money} +${money}\n`));
  expect(text).toContain("No difference.");
  const audit = await payments.context.db.selectFrom("audit").selectAll().execute();
  expect(audit).toMatchObject([{ command: "reconcile", about: `so ${day}`, result: "no difference" }]);
});

it("tells each difference and fails, until it is put right", async () => {
  const { payments, day, captureId, currency } = await paidYesterday();
  payments.provider.giveBackThere(captureId, { amount: 5, currency });
  const today = dayOf(payments.now());
  const { code, text } = await run(payments, today, "stand-in");
  expect(code).toBe(1);
  expect(text).toContain(`Stand-in ${today} (its books of that day are not complete yet)`);
  expect(text).toMatch(
    new RegExp(
      `Differences: 1\n.*\n.*only at the provider +given back +5.00 ${currency} +- +re_there_0 +${captureId}\n`,
    ),
  );
  expect((await run(payments, day)).code).toBe(0);
  const { db } = payments.context;
  await db
    .insertInto("capture_returns")
    .values({ capture_id: captureId, total: 5, by_others: 5, by_disputes: 0 })
    .execute();
  expect((await run(payments, today)).code).toBe(0);
});

it("says what it cannot do: another provider, no day, a provider that does not answer", async () => {
  const { payments } = await paidYesterday();
  expect(await run(payments, "paddle")).toMatchObject({
    code: 1,
    text: "Providers whose books can be read: stand-in.\n",
  });
  for (const day of ["2026-13-01", "2026-02-30", "20261128"])
    expect(await run(payments, day)).toMatchObject({ code: 1, text: `${day} is no day, such as 2026-11-28\n` });
  // The daily round may read the books meanwhile.
  payments.provider.booksFaults = Array.from({ length: 50 }, () => "away" as const);
  const { code, text } = await run(payments, "2020-01-01");
  expect([code, text]).toEqual([1, "Stand-in 2020-01-01: No answer\n"]);
});
