import { setTimeout } from "node:timers/promises";
import { analyticsEvents } from "~/upstream/contract/analytics";
import type { Effort } from "../effort";
import { startGenerator, type Target } from "../load/load";
import { type BenchSite, startSite } from "../processes/site";
import { figure } from "../report/statistics";
import { column, type Table } from "../report/table";
import { PAGES, uncached } from "./pages";

const COLD_PAGE = "/payment/yearly";

/** Analytics are sent after the page, and wait a second for each other. */
const QUIET_MS = 1_500;

/** How often the site asks the payments API. */
export async function measureUpstream({ coldViews, warmViews }: Effort): Promise<Table[]> {
  const site = await startSite();
  const generator = startGenerator();
  const callsOf = async (path: string, connections: number, views: number) => {
    const target: Target = { origin: site.origin, group: site.group, paths: [path] };
    const { shown } = await generator.load(target, { connections, ends: { afterViews: views }, mayTurnAway: true });
    await setTimeout(QUIET_MS);
    return { calls: site.api.takeCalls(), shown };
  };
  try {
    const warm: string[][] = [];
    for (const path of PAGES.flatMap((page) => [page, uncached(page)])) {
      await callsOf(path, 1, 2);
      const { calls, shown } = await callsOf(path, 1, warmViews);
      warm.push([path, `${shown} of ${warmViews}`, ...told(calls, warmViews)]);
    }
    const cold: string[][] = [];
    for (const path of [COLD_PAGE, uncached(COLD_PAGE)]) {
      await restartCold(site);
      const { calls, shown } = await callsOf(path, coldViews, coldViews);
      cold.push([path, `${shown} of ${coldViews}`, ...told(calls, 1)]);
    }
    const columns = ["page", "views shown", "for the page", "for analytics", "by path"].map(column);
    return [
      { title: `Calls of the payments API for a view of a warm page (mean of ${warmViews})`, columns, rows: warm },
      { title: `Calls for ${coldViews} views at once of a site that has just started`, columns, rows: cold },
    ];
  } finally {
    generator.close();
    await site.stop();
  }
}

async function restartCold(site: BenchSite): Promise<void> {
  await site.restart();
  site.api.takeCalls();
}

/** How many there were, each divided by the number of views, and which. */
function told(calls: ReadonlyMap<string, number>, views: number): string[] {
  const entries = [...calls].toSorted().map(([name, count]) => ({ name, mean: count / views }));
  const isAnalytics = ({ name }: { name: string }) => name.endsWith(analyticsEvents.path);
  const sumOf = (some: typeof entries) => figure(some.reduce((sum, { mean }) => sum + mean, 0));
  const rest = entries.filter((entry) => !isAnalytics(entry));
  const byPath = rest.map(({ name, mean }) => `${name} ${figure(mean)}`).join(", ") || "none";
  return [sumOf(rest), sumOf(entries.filter(isAnalytics)), byPath];
}
