import { countTogether } from "../load/limits";
import { Traffic, underTraffic } from "../load/traffic";
import { until } from "../until";
import type { Stage } from "./part";
import { sendAtOnce } from "./same-form";

/** The shared store dies, comes back, hangs and goes on while people look and buy: limits rest meanwhile, and nothing else. */
export async function store(stage: Stage): Promise<void> {
  const { fleet, score, amount, report } = stage;
  const outages = [
    { name: "killed", begin: () => fleet.redis.kill(), end: () => fleet.redis.start() },
    { name: "hanging", begin: async () => fleet.redis.freeze(), end: async () => fleet.redis.thaw() },
  ];
  const { site } = fleet;
  const traffic = new Traffic(stage);
  await underTraffic(traffic, async () => {
    await until("limits are counted together", () => countTogether(site));
    for (const [done, { name, begin, end }] of outages.entries()) {
      await begin();
      score.events += 1;
      const seenBefore = score.views;
      await traffic.untilBought(amount);
      await sendAtOnce(stage, done % 2 === 0);
      const each = (await countTogether(site)) ? "together" : "each copy for itself";
      await end();
      const begun = performance.now();
      await until("limits are counted together again", () => countTogether(site));
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      score.details.push(
        `  ${name}: ${amount} purchases and ${score.views - seenBefore} views meanwhile, limits counted ${each}; together again after ${seconds} s`,
      );
      await traffic.untilBought(Math.ceil(amount / 2));
      report(done + 1, outages.length);
    }
  });
}
