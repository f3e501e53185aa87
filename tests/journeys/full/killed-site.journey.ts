import { expect, test } from "vitest";
import { killSite } from "../../rig/kill";

test("a site that is killed in the middle of a purchase charges once and loses nothing", {
  timeout: 600_000,
}, async () => {
  const runs = await killSite(10);
  expect(runs.flatMap(({ provider, step, faults }) => faults.map((fault) => `${provider}, ${step}: ${fault}`))).toEqual(
    [],
  );
});
