import fc from "fast-check";
import { it } from "vitest";
import { isPostgres } from "../../../payments/store/dialect";
import { isFull } from "../../setup/effort";
import { expectReportedOnce, histories } from "./history";
import { emptyDatabase } from "./world";

/** Ten thousand take ten minutes: let them run once where something here is changed. */
const RUNS = isFull ? 300 : 100;

it("every token and every payment is reported once, whatever is lost and whoever is killed", async () => {
  const db = await emptyDatabase();
  const numRuns = isPostgres(db) ? RUNS / 10 : RUNS;
  await fc.assert(
    fc.asyncProperty(histories, (steps) => expectReportedOnce(db, steps)),
    { numRuns },
  );
});
