import { LOCALES } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import { openDatabase } from "../../../payments/store/database";
import { SANDBOX_DATABASE } from "../../../sandbox/tables";
import { buy } from "../browsing/purchase";
import { fillOrders } from "../doubles/many-orders";
import type { Effort } from "../effort";
import { type Generator, NoPage, startGenerator, type Target } from "../load/load";
import { inRounds } from "../load/rounds";
import { type BenchSite, startSite } from "../processes/site";
import { ratiosOf, ratioText } from "../report/statistics";
import { column, type Table } from "../report/table";
import { uncached } from "./pages";

const PAGE = "/payment/yearly";
/** The contract's longest list has 100; what comes of more is told, too. */
const PLANS = [6, 100, 600] as const;

/** What a page and a purchase cost where there is more of something, as a multiple of what they cost with little. */
export async function measureGrowth(effort: Effort): Promise<Table[]> {
  const generator = startGenerator();
  try {
    const rows = [
      ...(await withManyPlans(generator, effort)),
      ...(await inManyLanguages(generator, effort)),
      ...(await withManyOrders(generator, effort)),
    ];
    const columns = ["what grows", "measured on", "time : smallest", "CPU : smallest", "bytes : smallest"].map(column);
    return [{ title: "What it costs when there is more of something (1: the same)", columns, rows }];
  } finally {
    generator.close();
  }
}

const targetOn = ({ origin, group }: BenchSite, ...paths: string[]): Target => ({ origin, group, paths });

/** The large one as a multiple of the small one. */
async function compare(generator: Generator, effort: Effort, small: Target, large: Target): Promise<string[]> {
  const measured = await inRounds(generator, { small, large }, effort);
  const ratioOf = (name: Parameters<typeof measured>[1]) =>
    ratioText(ratiosOf(measured("large", name), measured("small", name)));
  const time = ratioText(ratiosOf(measured("small", "viewsPerSecond"), measured("large", "viewsPerSecond")));
  return [time, ratioOf("cpuPerView"), ratioOf("bytesPerView")];
}

async function withManyPlans(generator: Generator, effort: Effort): Promise<string[][]> {
  const [few, ...more] = PLANS;
  const rows: string[][] = [];
  for (const many of more)
    await withSites([{ plans: few }, { plans: many }], async (small, large) => {
      for (const path of [PAGE, uncached(PAGE)]) {
        const figures = await compare(generator, effort, targetOn(small, path), targetOn(large, path)).catch(
          orStatuses,
        );
        rows.push([`plans, ${few} to ${many}`, path, ...figures]);
      }
    });
  return rows;
}

/** The statuses that the site answered with in place of a page. @throws what is no such answer */
function orStatuses(error: unknown): string[] {
  if (!(error instanceof NoPage)) throw error;
  return [`${error.statuses} in place of a page`, "", ""];
}

async function inManyLanguages(generator: Generator, effort: Effort): Promise<string[][]> {
  const site = await startSite();
  const rows: string[][] = [];
  try {
    for (const path of [PAGE, uncached(PAGE)]) {
      const all = LOCALES.map(({ code }) => inLanguage(code, path));
      const figures = await compare(generator, effort, targetOn(site, path), targetOn(site, ...all));
      rows.push([`languages, 1 to ${LOCALES.length}`, path, ...figures]);
    }
    return rows;
  } finally {
    await site.stop();
  }
}

async function withManyOrders(generator: Generator, effort: Effort): Promise<string[][]> {
  const [few, many] = effort.orders;
  return withSites([{}, {}], async (small, large) => {
    for (const [site, orders] of [
      [small, few],
      [large, many],
    ] as const) {
      await buy({ site: site.origin });
      await copyLatest(site.dataDir, orders);
    }
    const name = `orders, ${few} to ${many}`;
    const path = uncached(PAGE);
    const page = await compare(generator, effort, targetOn(small, path), targetOn(large, path));
    return [
      [name, path, ...page],
      [name, "a purchase", await comparePurchases(small, large, effort), "", ""],
    ];
  });
}

async function copyLatest(dataDir: string, amount: number): Promise<void> {
  const db = await openDatabase(dataDir, undefined, SANDBOX_DATABASE);
  try {
    const newest = db.selectFrom("orders").select("id").orderBy("created_at", "desc");
    await fillOrders(db, [(await newest.executeTakeFirstOrThrow()).id], { from: 0, to: amount });
  } finally {
    await db.destroy();
  }
}

async function comparePurchases(small: BenchSite, large: BenchSite, { purchases }: Effort): Promise<string> {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < purchases; round += 1) {
    times.small.push(await timeOf(() => buy({ site: small.origin })));
    times.large.push(await timeOf(() => buy({ site: large.origin })));
  }
  return ratioText(ratiosOf(times.large, times.small));
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Two sites at a time; both end whatever happens. */
async function withSites<T>(
  [first, second]: readonly [Parameters<typeof startSite>[0], Parameters<typeof startSite>[0]],
  use: (small: BenchSite, large: BenchSite) => Promise<T>,
): Promise<T> {
  const small = await startSite(first);
  try {
    const large = await startSite(second);
    try {
      return await use(small, large);
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}
