import fc from "fast-check";
import { it } from "vitest";
import { audit } from "../audit";
import { Books } from "../books";
import { circumstance, pass } from "../circumstances";
import { press } from "../presses";
import { expectNobodyStuck, settle } from "../settled";
import { sendAgain, submit } from "../submits";
import { openWorld } from "../world";

/** RIG_RUNS asks for a number of runs, however long they take; without it there are as many as fit into the time. */
const { RIG_RUNS } = process.env;
const TIME_MS = 30_000;
const effort =
  RIG_RUNS === undefined ? { numRuns: 60, interruptAfterTimeLimit: TIME_MS } : { numRuns: Number(RIG_RUNS) };

const steps = fc.commands([submit, submit, sendAgain, press, press, press, pass, pass, circumstance], {
  maxCommands: 50,
  size: "max",
});

it(
  "whatever buyers, providers and crashes do in whatever order, who pays is charged once, gets it once, and nothing is lost",
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (chosen, isAudited) => {
        const world = await openWorld();
        try {
          await world.setUp({ trial: "free" });
          const books = new Books(isAudited);
          await fc.asyncModelRun(() => ({ model: books, real: world }), chosen);
          await settle(world);
          await audit(books, world);
          await expectNobodyStuck(world);
        } finally {
          await world.close();
        }
      }),
      effort,
    );
  },
  RIG_RUNS === undefined ? 10 * TIME_MS : 0,
);
