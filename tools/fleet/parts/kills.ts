import { chanceFor } from "../../../sandbox/bare/seeded";
import { killMany } from "../../rig/kill";
import type { Copy } from "../copy";
import type { Stage } from "./part";

const AT_ONCE = 6;

/** Copies die by kill -9 in the middle of purchases, at every step: each purchase ends with one charge. */
export async function kills({ fleet, book, score, amount, seed, report }: Stage): Promise<void> {
  const chance = chanceFor(seed, "killed copies");
  let victim: Copy | undefined;
  const target = {
    site: fleet.site,
    api: fleet.shop.api,
    kill: async () => {
      victim = chance.pick(fleet.copies);
      await victim.kill();
      score.events += 1;
      return 1;
    },
    restart: async () => victim?.start(fleet.release),
  };
  const buyers = await killMany(score, target, { amount, seed, report }, Math.min(AT_ONCE, amount));
  for (const { email, isDone } of buyers) book.of(email).isServed = isDone;
  score.purchases += buyers.filter(({ isDone }) => isDone).length;
}
