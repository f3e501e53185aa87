import type { Effort } from "../effort";
import { startGenerator, type Target } from "../load/load";
import { inRounds } from "../load/rounds";
import { startComparison } from "../processes/comparison";
import { startSite } from "../processes/site";
import { figure, medianOf, ratiosOf, ratioText } from "../report/statistics";
import { column, ofThisMachine, type Table } from "../report/table";
import { PAGES, uncached } from "./pages";

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
        const compare = (figureOf: "viewsPerSecond" | "cpuPerView", a: keyof typeof targets, b: keyof typeof targets) =>
          ratioText(ratiosOf(measured(a, figureOf), measured(b, figureOf)));
        const here = (name: keyof typeof targets) => figure(medianOf(measured(name, "viewsPerSecond")));
        const names = [path, coding];
        speed.push([
          ...names,
          compare("viewsPerSecond", "site", "express"),
          compare("viewsPerSecond", "site", "react"),
          compare("viewsPerSecond", "site", "uncached"),
          compare("viewsPerSecond", "uncached", "react"),
          ...[here("site"), here("express"), here("react"), here("uncached")],
        ]);
        cost.push([
          ...names,
          compare("cpuPerView", "site", "express"),
          compare("cpuPerView", "site", "react"),
          compare("cpuPerView", "site", "uncached"),
          compare("cpuPerView", "uncached", "react"),
        ]);
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
