import { expect, test } from "vitest";
import { PAYMENTS_PARTS } from "../../../tools/rig/payments/parts";
import { newScore, wrongIn } from "../../../tools/rig/score";

const NOTHING = {
  "charged twice": 0,
  "paid, not granted": 0,
  "granted, not paid": 0,
  "refunded twice": 0,
  "refunds not sent": 0,
  "wrong amounts": 0,
};

test.each([
  { part: "kills", amount: 10, sentence: "the site and the payments API are killed in the middle of purchases" },
  { part: "submits", amount: 2, sentence: "orders are sent fifty times at once" },
] as const)(
  "where $sentence, the providers' books agree with what was granted and given back",
  async ({ part, amount }) => {
    const score = newScore(part);
    await PAYMENTS_PARTS[part].run(score, { amount, seed: 1, report: () => {} });
    expect(wrongIn(score)).toEqual([]);
    expect(score.money).toEqual(NOTHING);
    expect(score.orders).toBeGreaterThan(0);
  },
);
