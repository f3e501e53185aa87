import type { Browser } from "playwright-core";
import { LOCALES } from "~/i18n/locales";
import { withBrowser } from "../browsing/browser";
import { documentsOf, SCREENS, type Screen, travel } from "../browsing/screens";
import type { Traffic } from "../browsing/traffic";
import { inWindow, VERSIONS, type Version } from "../browsing/window";
import type { Effort } from "../effort";
import { type BenchSite, startSite } from "../processes/site";
import { column, type Table } from "../report/table";

/** What screens weigh and how many requests they make, and a whole purchase. */
export async function measureBytes({ languages }: Effort): Promise<Table[]> {
  const site = await startSite();
  try {
    const heaviest = new Map<Version, Map<Screen, Heaviest>>();
    for (const version of VERSIONS) heaviest.set(version, await heaviestOf(site, version, languages));
    const { firstVisits, purchases } = await withBrowser((browser) => traffic(browser, site.origin));
    return [
      {
        title: `Bytes of a screen: its document as sent (brotli, the heaviest of ${languages} languages), and all that a first visit in English loads, heads included`,
        columns: ["screen", "version", "document", "in", "requests", "bytes loaded"].map(column),
        rows: VERSIONS.flatMap((version) =>
          SCREENS.map((screen) => {
            const { bytes, lang } = heaviest.get(version)?.get(screen) ?? {};
            const loaded = firstVisits.get(version)?.get(screen);
            return [screen, version, ...[bytes, lang, loaded?.requests, loaded?.bytes].map(String)];
          }),
        ),
      },
      {
        title: `A whole purchase in one browser, which keeps files: ${SCREENS.join(", ")}`,
        columns: ["version", "requests", "bytes loaded"].map(column),
        rows: VERSIONS.map((version) => {
          const all = [...(purchases.get(version)?.values() ?? [])];
          return [version, String(sumOf(all, "requests")), String(sumOf(all, "bytes"))];
        }),
      },
    ];
  } finally {
    await site.stop();
  }
}

/** A document and its language. */
interface Heaviest {
  bytes: number;
  lang: string;
}

async function heaviestOf({ origin }: BenchSite, version: Version, languages: number): Promise<Map<Screen, Heaviest>> {
  const heaviest = new Map<Screen, Heaviest>();
  for (const { code } of LOCALES.slice(0, languages)) {
    for (const [screen, bytes] of await documentsOf(origin, version, code)) {
      if (bytes > (heaviest.get(screen)?.bytes ?? 0)) heaviest.set(screen, { bytes, lang: code });
    }
  }
  return heaviest;
}

/** What a browser loads that keeps nothing, and one that does. */
async function traffic(browser: Browser, origin: string) {
  const firstVisits = new Map<Version, Map<Screen, Traffic>>();
  const purchases = new Map<Version, Map<Screen, Traffic>>();
  for (const version of VERSIONS) {
    const travelIn = (keepsNothing: boolean) =>
      inWindow(browser, { origin, version }, (page) => travel(page, origin, { keepsNothing }));
    firstVisits.set(version, await travelIn(true));
    purchases.set(version, await travelIn(false));
  }
  return { firstVisits, purchases };
}

const sumOf = (loaded: readonly Traffic[], figure: keyof Traffic): number =>
  loaded.reduce((sum, one) => sum + one[figure], 0);
