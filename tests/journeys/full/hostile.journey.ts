import { expect, inject, test } from "vitest";
import { sendHostile } from "../../rig/hostile/hostile";
import { tellLies, withLyingApi } from "../../rig/hostile/lies";
import { replay } from "../../rig/hostile/replay";
import { newScore, wrongIn } from "../../rig/score";
import { newContext } from "../journey";

const OPENED = 20;
const silent = () => {};

test("hostile inputs in every place are answered without a failure, and nothing of them runs in a browser", {
  timeout: 600_000,
}, async () => {
  const score = newScore("hostile");
  const addresses = inject("addresses");
  const suspects = await sendHostile(score, addresses, { amount: 800, seed: 2, report: silent });
  await replay(score, suspects.slice(0, OPENED), { site: addresses.site, open: newContext }, silent);
  expect(wrongIn(score)).toEqual([]);
});

test("whatever the payments API says, no page fails by itself, repeats markup or leads elsewhere", {
  timeout: 600_000,
}, async () => {
  const score = newScore("lies");
  await withLyingApi(async (place) => {
    const suspects = await tellLies(score, place, { amount: 200, seed: 2, report: silent });
    await replay(score, suspects.slice(0, OPENED), { site: place.site.origin, open: newContext }, silent);
  });
  expect(wrongIn(score)).toEqual([]);
});
