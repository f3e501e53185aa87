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

/** What browsers ask for. */
const headers = { "accept-encoding": "br" };

/** Each page beside Express with a string, React alone, and the page's own rendering. */
export async function measureThroughput(effort: Effort): Promise<Table[]> {
  const site = await startSite();
  const others = await startComparison(site, PAGES);
  const generator = startGenerator();
  const speed: string[][] = [];
  const cost: string[][] = [];
  try {
    for (const path of PAGES) {
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
      const ratios = PAIRS.map(([one, other]) =>
        ratioText(ratiosOf(measured(one, "cpuPerView"), measured(other, "cpuPerView"))),
      );
      const here = (name: keyof typeof targets) => figure(medianOf(measured(name, "viewsPerSecond")));
      const rates = [here("site"), here("express"), here("react"), here("uncached")];
      speed.push([path, ...rates]);
      cost.push([path, ...ratios]);
    }
  } finally {
    generator.close();
    await others.stop();
    await site.stop();
  }
  const compared = ["site : Express", "site : React", "site : uncached", "uncached : React"].map(column);
  const perSecond = ["site/s", "Express/s", "React/s", "uncached/s"].map(ofThisMachine);
  return [
    {
      title: "Pages a second, by brotli, one process each (more is better)",
      columns: [column("page"), ...perSecond],
      rows: speed,
      isOfThisMachine: true,
    },
    { title: "CPU time for a page, by brotli (less is better)", columns: [column("page"), ...compared], rows: cost },
  ];
}
