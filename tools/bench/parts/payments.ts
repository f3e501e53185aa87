import { setTimeout } from "node:timers/promises";
import type { Effort } from "../effort";
import { cpuOf, usageOf } from "../processes/usage";
import { column, ofThisMachine, type Table } from "../report/table";
import { ENGINES } from "../shop/engines";
import { BenchShop } from "../shop/shop";

/** Before what is measured, so that code is compiled and connections are open. */
const WARM_UP = 40;
const MEGABYTE = 1024 * 1024;

/** What a whole purchase costs the process of payments, and what it costs when nobody buys, with few and with many orders. */
export async function measurePayments(effort: Effort): Promise<Table[]> {
  const rows: string[][] = [];
  for (const startEngine of ENGINES) {
    const started = await startEngine();
    if (started === undefined) continue;
    try {
      rows.push(...(await measureOn(new BenchShop(started.engine), effort)));
    } finally {
      await started.stop();
    }
  }
  const here = ["CPU ms a purchase", "purchases a second", "idle CPU ms a second", "MB after"].map(ofThisMachine);
  const columns = [column("database"), column("orders"), column("CPU of a purchase : smallest"), ...here];
  return [{ title: "A purchase at our own payments API, with a provider that answers at once", columns, rows }];
}

async function measureOn(shop: BenchShop, effort: Effort): Promise<string[][]> {
  const rows: string[][] = [];
  await shop.start();
  try {
    const originals = await shop.sellFirst();
    let filled = 0;
    let smallest: number | undefined;
    for (const orders of effort.paidOrders) {
      await shop.stop();
      await shop.fill(originals, { from: filled, to: orders });
      filled = orders;
      await shop.start();
      const { cpu, rate, idle, megabytes } = await measureOnce(shop, effort);
      smallest ??= cpu;
      const figures = [cpu / smallest, cpu, rate, idle, megabytes].map((figure) => figure.toPrecision(3));
      rows.push([shop.engine.name, String(orders), ...figures]);
      process.stderr.write(`${rows.at(-1)?.join("  ")}\n`);
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

/** Of one process: milliseconds of a processor, purchases a second, megabytes. */
async function measureOnce(shop: BenchShop, { sales, buyersAtOnce, idleMs }: Effort) {
  await shop.sell(WARM_UP, buyersAtOnce);
  const before = await cpuOf(shop.group);
  const seconds = await shop.sell(sales, buyersAtOnce);
  const cpu = ((await cpuOf(shop.group)) - before) * 1000;
  const resident = (await usageOf(shop.group)).reduce((sum, { residentBytes }) => sum + residentBytes, 0);
  const atRest = await cpuOf(shop.group);
  await setTimeout(idleMs);
  const idle = ((await cpuOf(shop.group)) - atRest) * 1000;
  return { cpu: cpu / sales, rate: sales / seconds, idle: (idle / idleMs) * 1000, megabytes: resident / MEGABYTE };
}
