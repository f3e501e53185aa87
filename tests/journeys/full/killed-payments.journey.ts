import { expect, test } from "vitest";
import { QUESTIONS } from "../../../tools/rig/payments/judge";
import { PAYMENTS_PARTS } from "../../../tools/rig/payments/parts";
import { newScore, type Score } from "../../../tools/rig/score";

const NOTHING = Object.fromEntries(Object.keys(QUESTIONS).map((question) => [question, 0]));

/** A small part of what `npm run rig -- --api payments` does. */
async function scoreOf(part: keyof typeof PAYMENTS_PARTS, amount: number): Promise<Score> {
  const score = newScore(part);
  await PAYMENTS_PARTS[part].run(score, { amount, seed: 1, report: () => {} });
  return score;
}

test("whoever is killed, and whatever providers do, nobody pays twice or for nothing, and nothing goes back twice", async () => {
  const score = await scoreOf("kills", 12);
  expect(score).toMatchObject({ money: NOTHING });
  expect(score.crashes).toBeGreaterThanOrEqual(12);
  expect(score.details.at(-1)).toMatch(/[1-9]\d* charges/);
});

test("one form sent to a provider fifty times at once, or fifty forms of one buyer, are charged once", async () => {
  const score = await scoreOf("submits", 2);
  expect(score).toMatchObject({ money: NOTHING });
  // A busy machine may turn one of the fifty away: its buyer goes no further.
  expect(score.orders).toBeLessThanOrEqual(2);
  expect(score.details.at(-1)).toMatch(/[12] charges/);
});
