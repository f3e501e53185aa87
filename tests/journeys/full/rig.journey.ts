import { expect, inject, test } from "vitest";
import { injectFaults } from "../../../tools/rig/faults";
import { sendHostile } from "../../../tools/rig/hostile/hostile";
import { replay } from "../../../tools/rig/hostile/replay";
import { newScore, wrongIn } from "../../../tools/rig/score";
import { newContext } from "../journey";

const INPUTS = 150;
const OPENED = 3;
/** Others share the site: calls whose failure makes it stop asking for a while are left to the full run. */
const CELLS = [
  { call: "psPurchase", kind: "empty", moment: "after" },
  { call: "pdPrepurchase", kind: "truncated", moment: "before" },
  { call: "rzPurchaseResult", kind: "wrong_types", moment: "before" },
  { call: "gapPurchaseResult", kind: "html", moment: "before" },
] as const;
const addresses = inject("addresses");
const silent = () => {};

test("hostile inputs are answered without a failure of the site, and nothing of them runs in a browser", async () => {
  const score = newScore("hostile");
  const suspects = await sendHostile(score, addresses, { amount: INPUTS, seed: 1, report: silent });
  expect(suspects.length).toBeGreaterThan(OPENED);
  await replay(score, suspects.slice(0, OPENED), { site: addresses.site, open: newContext }, silent);
  expect(wrongIn(score)).toEqual([]);
  expect(score.inputs).toBe(INPUTS);
});

test("where a call of the payments API fails, pages say so in their language, and who buys pays once", async () => {
  const score = newScore("faults");
  await injectFaults(score, { addresses, atOnce: 1 }, CELLS, { seed: 1, report: silent });
  expect(wrongIn(score)).toEqual([]);
  expect(score.faults).toBeGreaterThanOrEqual(CELLS.length);
});
