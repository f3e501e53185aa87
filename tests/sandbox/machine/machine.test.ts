import fc from "fast-check";
import { expect, it } from "vitest";
import { audit } from "./audit";
import { Books } from "./books";
import { holdGrants, pass, refund, restart, setWebhooks } from "./circumstances";
import { press } from "./presses";
import { resubmit, submit, submitIntoRestart } from "./submits";
import { openWorld, type World } from "./world";

/** RIG_RUNS asks for a number of runs, however long they take; without it there are as many as fit into the time. */
const { RIG_RUNS } = process.env;
const TIME_MS = 30_000;
const effort =
  RIG_RUNS === undefined ? { numRuns: 60, interruptAfterTimeLimit: TIME_MS } : { numRuns: Number(RIG_RUNS) };

const steps = fc.commands(
  [submit, submit, resubmit, submitIntoRestart, press, press, press, pass, restart, holdGrants, setWebhooks, refund],
  {
    maxCommands: 50,
    size: "max",
  },
);

/** Everything that can still happen has happened. */
async function settle(world: World): Promise<void> {
  await world.setUp({ hold_grants: "off" });
  world.pass(2 * 3600);
  const states = (await world.ledger()).map(({ state }) => state);
  for (const waiting of ["open", "paying", "granting"]) expect(states).not.toContain(waiting);
}

it(
  "whatever buyers, providers and crashes do in whatever order, who pays is charged once, gets it once, and nothing is lost",
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (chosen, isAudited) => {
        const world = await openWorld();
        try {
          const books = new Books(isAudited);
          await fc.asyncModelRun(() => ({ model: books, real: world }), chosen);
          await settle(world);
          await audit(books, world);
        } finally {
          await world.close();
        }
      }),
      effort,
    );
  },
  RIG_RUNS === undefined ? 2 * TIME_MS : 0,
);
