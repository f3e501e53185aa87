import type { Browser } from "playwright-core";
import { withBrowser } from "../browsing/browser";
import { readTap, TAPS, type Tap } from "../browsing/taps";
import { readVitals, type Vitals } from "../browsing/vitals";
import { inWindow, VERSIONS, type Version } from "../browsing/window";
import type { Effort } from "../effort";
import { type Comparison, startComparison } from "../processes/comparison";
import { type BenchSite, startSite } from "../processes/site";
import { figure, medianOf, ratiosOf, ratioText } from "../report/statistics";
import { column, ofThisMachine, type Table } from "../report/table";

const PAGES = ["/", "/payment/yearly"];

/** What visitors wait for on a slow phone, beside the same page without scripts from a plain server's memory. */
export async function measureVitals({ pageLoads }: Effort): Promise<Table[]> {
  const site = await startSite();
  try {
    const others = await startComparison(site, PAGES);
    try {
      const rows = await withBrowser(async (browser) => {
        const found: string[][] = [];
        for (const path of PAGES) found.push(...(await rowsOf(path, { browser, site, others, pageLoads })));
        return found;
      });
      return [
        {
          title:
            "First and largest paint as a multiple of the static copy's; blocked: time of long tasks as a multiple of the static copy's first paint; CLS as it is",
          columns: [
            ...["page", "version", "FCP : static", "LCP : static", "blocked : static FCP", "CLS"].map(column),
            ...["FCP ms", "LCP ms", "TBT ms", "static FCP ms"].map(ofThisMachine),
          ],
          rows,
        },
        await withBrowser((browser) => tapTable({ browser, site, pageLoads })),
      ];
    } finally {
      await others.stop();
    }
  } finally {
    await site.stop();
  }
}

const isTap = (name: string): name is Tap => name in TAPS;

/** How long the first tap on the form that pays takes; good is below 200 ms, and the aim 100. */
async function tapTable({ browser, site, pageLoads }: Omit<Sides, "others">): Promise<Table> {
  const rows: string[][] = [];
  for (const tap of Object.keys(TAPS).filter(isTap)) {
    const taken: number[] = [];
    for (let round = 0; round < pageLoads; round += 1)
      taken.push(await inWindow(browser, { origin: site.origin, version: "full" }, (page) => readTap(page, tap)));
    rows.push([tap, medianOf(taken).toFixed(0), Math.max(...taken).toFixed(0)]);
  }
  return {
    title: "The first tap on the form that pays, until its paint (INP), in milliseconds",
    columns: ["first tap", "median ms", "most ms"].map(column),
    rows,
    isOfThisMachine: true,
  };
}

interface Sides {
  browser: Browser;
  site: BenchSite;
  others: Comparison;
  pageLoads: number;
}

async function rowsOf(path: string, { browser, site, others, pageLoads }: Sides): Promise<string[][]> {
  const loads = new Map<Version | "static", Vitals[]>([...VERSIONS, "static" as const].map((side) => [side, []]));
  const load = async (side: Version | "static") => {
    const origin = side === "static" ? others.origin : site.origin;
    const address = side === "static" ? `/static${path}` : path;
    const version = side === "static" ? "full" : side;
    const seen = await inWindow(browser, { origin, version }, (page) => readVitals(page, address));
    loads.get(side)?.push(seen);
  };
  for (let round = 0; round < pageLoads; round += 1) for (const side of loads.keys()) await load(side);
  const all = (side: Version | "static", name: keyof Vitals) => (loads.get(side) ?? []).map((seen) => seen[name]);
  return VERSIONS.map((version) => {
    const toStatic = (name: keyof Vitals, of: keyof Vitals = name) =>
      ratioText(ratiosOf(all(version, name), all("static", of)));
    const here = (side: Version | "static", name: keyof Vitals) => medianOf(all(side, name)).toFixed(0);
    return [
      ...[path, version, toStatic("fcp"), toStatic("lcp"), toStatic("tbt", "fcp")],
      figure(medianOf(all(version, "cls"))),
      ...[here(version, "fcp"), here(version, "lcp"), here(version, "tbt"), here("static", "fcp")],
    ];
  });
}
