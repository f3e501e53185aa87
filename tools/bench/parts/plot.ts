import type { Effort } from "../effort";
import { startGenerator, type Target } from "../load/load";
import { startComparison } from "../processes/comparison";
import { startSite } from "../processes/site";
import { plotOf, type Series } from "../report/plot";
import { figure, medianOf } from "../report/statistics";
import { column, type Table } from "../report/table";
import { uncached } from "./pages";

const PAGE = "/payment/yearly";
const ROUNDS = 3;

/** Throughput against the requests that are under way at once. */
export async function measureSaturation({ steps, sideMs, rounds }: Effort): Promise<Table[]> {
  const site = await startSite();
  const others = await startComparison(site, [PAGE]);
  const generator = startGenerator();
  try {
    const headers = { "accept-encoding": "br" };
    const targets: readonly [string, Target][] = [
      ["Express, a string", { origin: others.origin, group: others.group, paths: [`/cached${PAGE}`], headers }],
      ["site", { origin: site.origin, group: site.group, paths: [PAGE], headers }],
      ["site, uncached", { origin: site.origin, group: site.group, paths: [uncached(PAGE)], headers }],
    ];
    const found = new Map(targets.map(([name]) => [name, steps.map((): number[] => [])]));
    for (let round = 0; round < Math.min(rounds, ROUNDS); round += 1)
      for (const [at, connections] of steps.entries())
        for (const [name, target] of targets) {
          const how = { connections, ends: { afterMs: sideMs }, mayTurnAway: true };
          const { viewsPerSecond } = await generator.load(target, how);
          found.get(name)?.[at]?.push(viewsPerSecond);
        }
    const medians = [...found].map(([name, rates]) => ({ name, rates: rates.map(medianOf) }));
    const best = Math.max(...(medians[0]?.rates ?? []));
    const series: Series[] = medians.map(({ name, rates }) => ({
      name,
      points: rates.map((rate, at) => ({ x: steps[at] ?? 0, y: rate / best })),
    }));
    const rows = steps.map((connections, at) => [
      String(connections),
      ...series.map(({ points }) => figure(points[at]?.y ?? Number.NaN)),
    ]);
    const title = `Pages a second of ${PAGE} (brotli), as a share of the most that Express sent`;
    const columns = ["requests at once", ...series.map(({ name }) => name)].map(column);
    return [{ title, columns, rows, plot: plotOf(series, title) }];
  } finally {
    generator.close();
    await others.stop();
    await site.stop();
  }
}
