import { expect, test } from "vitest";
import { loseAnswers } from "../../rig/lost-answers";

test("on an API without idempotency keys a lost, slow or doubled answer orders nothing twice and offers no second payment", {
  timeout: 600_000,
}, async () => {
  const runs = await loseAnswers(20, 7);
  expect(
    runs.flatMap(({ provider, mishap, faults }) => faults.map((fault) => `${provider}, ${mishap}: ${fault}`)),
  ).toEqual([]);
});
