import { expect, inject, test } from "vitest";
import { sendHostile } from "../../../tools/rig/hostile/hostile";
import { tellLies, withLyingApi } from "../../../tools/rig/hostile/lies";
import { RAN } from "../../../tools/rig/hostile/payloads";
import { replay } from "../../../tools/rig/hostile/replay";
import { newScore, wrongIn } from "../../../tools/rig/score";
import { newContext } from "../journey";

const OPENED = 20;
const silent = () => {};

test("hostile inputs in every place are answered without a failure, and nothing of them runs in a browser", async () => {
  const score = newScore("hostile");
  const addresses = inject("addresses");
  const suspects = await sendHostile(score, addresses, { amount: 800, seed: 2, report: silent });
  await replay(score, suspects.slice(0, OPENED), { site: addresses.site, open: newContext }, silent);
  expect(wrongIn(score)).toEqual([]);
});

test("whatever the payments API says, no page fails by itself, repeats markup or leads elsewhere", async () => {
  const score = newScore("lies");
  await withLyingApi(async (place) => {
    const suspects = await tellLies(score, place, { amount: 200, seed: 2, report: silent });
    await replay(score, suspects.slice(0, OPENED), { site: place.site.origin, open: newContext }, silent);
  });
  expect(wrongIn(score)).toEqual([]);
});

test("a page that lets an input run is noticed, whatever it does", async () => {
  const { site } = inject("addresses");
  const inside = `<script>${RAN}(1); alert(1)</script><img src="//evil.example/x"><p onclick="f()">x</p><script>no(</script>`;
  const answer = { status: 200, headers: { "content-type": "text/html" }, body: `<!doctype html>${inside}` };
  const score = newScore("hostile");
  await replay(score, [{ address: `${site}/x`, what: "this", answer }], { site, open: newContext }, silent);
  for (const trace of ["has run", "dialog opened", "asked for", "has onclick", "script error"])
    expect(score.failures.join("\n")).toContain(trace);
});
