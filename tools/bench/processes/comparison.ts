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
  return started(double("comparison", [site.origin, ...paths], variables));
}

/** One page as one visitor asks for it. */
export interface Asked {
  path: string;
  headers: Record<string, string>;
}

/** An Express that sends each of these pages of the site as a string; see doubles/strings.ts. */
export const startStrings = (site: BenchSite, asked: readonly Asked[]): Promise<Comparison> =>
  started(double("strings", [site.origin, JSON.stringify(asked)], {}));

const double = (name: string, args: readonly string[], variables: Readonly<Record<string, string>>): Running =>
  run(process.execPath, ["--import", "tsx", `tools/bench/doubles/${name}.ts`, ...args], variables);

async function started(running: Running): Promise<Comparison> {
  try {
    return { origin: await running.address(), group: running.pid, stop: () => running.stop() };
  } catch (error) {
    await running.stop();
    throw error;
  }
}
