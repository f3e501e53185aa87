import { expect, test } from "vitest";
import { loseAnswers } from "../../../tools/rig/lost-answers";
import { newScore, wrongIn } from "../../../tools/rig/score";

test("on an API without idempotency keys a lost, slow or doubled answer orders nothing twice and offers no second payment", async () => {
  const score = newScore("lost");
  await loseAnswers(score, { amount: 20, seed: 7, report: () => {} });
  expect(wrongIn(score)).toEqual([]);
  expect(score.inputs).toBe(20);
});
