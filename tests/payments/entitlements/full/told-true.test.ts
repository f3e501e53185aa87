import fc from "fast-check";
import { it } from "vitest";
import { expectToldTrue, histories } from "../histories";
import { emptyDatabase, forget, World } from "../world";

it("in many histories, whatever is bought, renewed, given back, killed and lost: the operator has what is true, and each event once", async () => {
  const db = await emptyDatabase();
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      await forget(db);
      await expectToldTrue(new World(db), steps);
    }),
    { numRuns: 120 },
  );
});
