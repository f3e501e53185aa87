import { expect, inject, test } from "vitest";
import { sandboxOf } from "../../../tools/rig/apis/sandbox";
import { newScore, wrongIn } from "../../../tools/rig/score";
import { submitMany } from "../../../tools/rig/submits";

test("one form sent fifty times at once, or fifty forms of one buyer for one plan, are one order that is charged once", async () => {
  const score = newScore("submits");
  const addresses = inject("addresses");
  const served = await submitMany(
    score,
    { site: addresses.site, api: sandboxOf(addresses) },
    { amount: 2, seed: 1, report: () => {} },
  );
  expect(wrongIn(score)).toEqual([]);
  expect(served).toHaveLength(2);
});
