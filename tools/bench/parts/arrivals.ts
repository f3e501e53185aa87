import { type Arrival, arrivalsAt } from "../browsing/arrivals";
import type { Effort } from "../effort";
import { type Generator, startGenerator, type Target } from "../load/load";
import { inRounds } from "../load/rounds";
import { startStrings } from "../processes/comparison";
import { startSite } from "../processes/site";
import { figure, medianOf, ratiosOf, ratioText } from "../report/statistics";
import { column, ofThisMachine, type Table } from "../report/table";

/** An ordinary hour, and a campaign's first minute. */
const AT_ONCE = [16, 256] as const;

/** What each way to come to the site costs, beside Express with the same page as a string. */
export async function measureArrivals(effort: Effort): Promise<Table[]> {
  const site = await startSite();
  const generator = startGenerator();
  try {
    const arrivals = await arrivalsAt(site);
    const strings = await startStrings(site, arrivals);
    try {
      const rows: string[][] = [];
      for (const [at, arrival] of arrivals.entries())
        for (const connections of AT_ONCE) {
          const targets = { site: visitsOf(site, arrival), express: { ...strings, paths: [`/${at}`] } };
          rows.push(await rowOf(generator, targets, { ...effort, connections }, arrival));
        }
      return [{ title: "What each arrival costs, beside Express that sends the same page as a string", columns, rows }];
    } finally {
      await strings.stop();
    }
  } finally {
    generator.close();
    await site.stop();
  }
}

const columns = [
  ...["who comes", "page", "at once", "CPU, site : Express", "pages a second, site : Express"].map(column),
  ...["got the page", "site ms", "site/s", "Express/s"].map(ofThisMachine),
];

const visitsOf = ({ origin, group }: { origin: string; group: number }, { path, headers }: Arrival): Target => ({
  ...{ origin, group, paths: [path] },
  headers: { "accept-encoding": "br", ...headers },
});

async function rowOf(
  generator: Generator,
  targets: Record<"site" | "express", Target>,
  how: { rounds: number; sideMs: number; connections: number },
  { who, path }: Arrival,
): Promise<string[]> {
  const measured = await inRounds(generator, targets, { ...how, mayTurnAway: true });
  const ratioOf = (name: Parameters<typeof measured>[1]) =>
    ratioText(ratiosOf(measured("site", name), measured("express", name)));
  const share = medianOf(measured("site", "shownShare"));
  return [
    ...[who, path, String(how.connections), ratioOf("cpuPerView"), ratioOf("viewsPerSecond")],
    `${figure(share * 100)} %`,
    figure(medianOf(measured("site", "cpuPerView")) * 1000),
    ...[figure(medianOf(measured("site", "viewsPerSecond"))), figure(medianOf(measured("express", "viewsPerSecond")))],
  ];
}
