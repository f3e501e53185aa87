import type { Effort } from "../effort";
import { startGenerator, type Target } from "../load/load";
import { inRounds } from "../load/rounds";
import { startComparison } from "../processes/comparison";
import { startSite } from "../processes/site";
import { figure, medianOf, ratiosOf, ratioText } from "../report/statistics";
import { column, ofThisMachine, type Table } from "../report/table";
import { PAGES, uncached } from "./pages";

/** Which is compared with which, in the order of the tables' columns. */
const PAIRS = [
  ["site", "express"],
  ["site", "react"],
  ["site", "uncached"],
  ["uncached", "react"],
] as const;
const CODINGS = ["identity", "br"];

/** Each page beside Express with a string, React alone, and the page's own rendering. */
export async function measureThroughput(effort: Effort): Promise<Table[]> {
  const site = await startSite();
  const others = await startComparison(site, PAGES);
  const generator = startGenerator();
  const speed: string[][] = [];
  const cost: string[][] = [];
  try {
    for (const coding of CODINGS) {
      for (const path of PAGES) {
        const headers = { "accept-encoding": coding };
        const at = ({ origin, group }: { origin: string; group: number }, address: string): Target => ({
          ...{ origin, group, headers },
          paths: [address],
        });
        const targets = {
          site: at(site, path),
          express: at(others, `/cached${path}`),
          react: at(others, `/react${path}`),
          uncached: at(site, uncached(path)),
        };
        const measured = await inRounds(generator, targets, effort);
        const compared = (figureOf: "viewsPerSecond" | "cpuPerView") =>
          PAIRS.map(([one, other]) => ratioText(ratiosOf(measured(one, figureOf), measured(other, figureOf))));
        const here = (name: keyof typeof targets) => figure(medianOf(measured(name, "viewsPerSecond")));
        const names = [path, coding];
        const rates = [here("site"), here("express"), here("react"), here("uncached")];
        speed.push([...names, ...compared("viewsPerSecond"), ...rates]);
        cost.push([...names, ...compared("cpuPerView")]);
      }
    }
  } finally {
    generator.close();
    await others.stop();
    await site.stop();
  }
  const compared = ["site : Express", "site : React", "site : uncached", "uncached : React"].map(column);
  const names = [column("page"), column("coding")];
  const perSecond = ["site/s", "Express/s", "React/s", "uncached/s"].map(ofThisMachine);
  return [
    {
      title: "Pages a second, one process each (more is better)",
      columns: [...names, ...compared, ...perSecond],
      rows: speed,
    },
    { title: "CPU time for a page (less is better)", columns: [...names, ...compared], rows: cost },
  ];
}
