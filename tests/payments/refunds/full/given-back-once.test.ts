import fc from "fast-check";
import { expect, it } from "vitest";
import { refundPartly, refundWhole } from "../../../../payments/refunds/by-operator";
import { giveBackDue } from "../../../../payments/refunds/outbox";
import type { Fault } from "../../hooks/provider-stand-in";
import { runningPayments } from "../../hooks/running-payments";
import { paidOrder, refundsOf } from "../paid-order";

const ASKED = { by: "anna", reason: "Asked" };
const faults = fc.array(fc.constantFrom<Fault>("none", "none", "away", "lost"), { maxLength: 12 });
const history = fc.record({
  part: fc.integer({ min: 0, max: 5 }),
  others: fc.integer({ min: 0, max: 5 }),
  copies: fc.integer({ min: 1, max: 3 }),
  faults,
});

/** Cents, of a payment of some thousand. */
const money = (tenths: number, currency: string) => ({ amount: tenths / 10, currency });

it("whatever answers are lost, and however many copies work at once, what is due goes back, and no cent more", async () => {
  const payments = await runningPayments();
  const work = (copies: number) => Promise.all(Array.from({ length: copies }, () => giveBackDue(payments.context)));
  const settle = async (copies: number) => {
    for (let round = 0; round < 20; round++) {
      payments.pass(2 * 60 * 60);
      await work(copies);
    }
  };
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      payments.provider.faults = [];
      const paid = await paidOrder(payments);
      payments.provider.faults = [...one.faults];
      if (one.part > 0) await refundPartly(payments.context, paid.orderId, money(one.part, paid.currency), ASKED);
      await work(one.copies);
      if (one.others > 0) payments.provider.giveBackThere(paid.captureId, money(one.others, paid.currency));
      await settle(one.copies);
      const inPart = Math.round(payments.provider.givenBackOf(paid.captureId) * 10);
      // What others gave meanwhile may count as the part.
      expect(inPart).toBeGreaterThanOrEqual(Math.max(one.part, one.others));
      expect(inPart).toBeLessThanOrEqual(one.part + one.others);
      await refundWhole(payments.context, paid.orderId, ASKED);
      await settle(one.copies);
      expect(payments.provider.givenBackOf(paid.captureId)).toBe(paid.amount);
      const open = (await refundsOf(payments)).filter(({ state }) => !["done", "replaced"].includes(state));
      expect(open).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
