import { type Running, run } from "./running";
import { type BenchSite, siteVariables } from "./site";

/** The servers that the site is compared with; see doubles/comparison.ts. */
export interface Comparison extends Pick<Running, "stop"> {
  origin: string;
  group: number;
}

export async function startComparison(site: BenchSite, paths: readonly string[]): Promise<Comparison> {
  // It loads the site's own build, which reads the environment of the site.
  const variables = siteVariables(new URL(site.origin).port, site.sandbox, site.api.base);
  const running = run(
    process.execPath,
    ["--import", "tsx", "bench/doubles/comparison.ts", site.origin, ...paths],
    variables,
  );
  try {
    return { origin: await running.firstLine(), group: running.pid, stop: () => running.stop() };
  } catch (error) {
    await running.stop();
    throw error;
  }
}
