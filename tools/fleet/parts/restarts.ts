import { Traffic, underTraffic } from "../load/traffic";
import type { Stage } from "./part";

/** Copies are stopped and started again, one after the other, while people look and buy: nobody notices. */
export async function restarts(stage: Stage): Promise<void> {
  const { fleet, score, amount, report } = stage;
  const traffic = new Traffic(stage);
  const waits: number[] = [];
  await underTraffic(traffic, async () => {
    await traffic.untilSeen(10);
    for (let done = 0; done < amount; done += 1) {
      const copy = fleet.copies[done % fleet.copies.length];
      const begun = performance.now();
      if (copy !== undefined) await fleet.restart(copy);
      waits.push(performance.now() - begun);
      score.events += 1;
      report(done + 1, amount);
    }
  });
  const longest = Math.round(Math.max(...waits));
  score.details.push(`  ${amount} rolling restarts, the longest of ${longest} ms from SIGTERM to ready`);
}
