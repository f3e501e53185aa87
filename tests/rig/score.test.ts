import { expect, it } from "vitest";
import { isGood, judgePage, newScore, scoreboard } from "../../tools/rig/score";

it("a scoreboard adds the parts up, and says what was broken and by which seed", () => {
  const [kills, lost] = [newScore("kills"), newScore("lost")];
  Object.assign(kills, { inputs: 3, crashes: 2 });
  Object.assign(lost, { inputs: 4, doubled: 1, failures: ["so, reset: 2 charges were made"] });
  const text = scoreboard([kills, lost], 7);
  expect(text).toMatch(/^inputs tried +3 +4 +7$/m);
  expect(text).toContain("FAILED lost: so, reset: 2 charges were made");
  expect(text).toContain("2 things were broken, with seed 7.");
  expect([isGood(kills), isGood(lost)]).toEqual([true, false]);
  expect(scoreboard([kills], 7)).toContain("Nothing was broken, with seed 7.");
});

it("what was not tried is named, and is not taken for unbroken", () => {
  const lost = newScore("lost");
  lost.untried.push("reset", "slow");
  const text = scoreboard([lost], 7, ["kills"]);
  expect(text).toContain("NOT TRIED kills: all of it\nNOT TRIED lost: reset, slow\n");
  expect(text).toContain("Nothing was broken of what was tried, with seed 7.");
});

it("a heading with a placeholder counts as said, one of another language does not", () => {
  const score = newScore("faults");
  const seen = { path: "/de/payment/monthly", status: 200, lang: "de" };
  judgePage(score, { ...seen, heading: "Wir finden diese Seite nicht" });
  judgePage(score, { ...seen, heading: "We can’t find that page" });
  judgePage(score, { ...seen, heading: "" });
  expect(score.untranslated).toEqual({ "/payment": 2 });
});
