import { freePort } from "../../../tests/journeys/free-port";
import type { Effort } from "../effort";
import { CONNECTIONS, startGenerator, type Target } from "../load/load";
import { type Running, run } from "../processes/running";
import { runScript } from "../processes/scripts";
import { type BenchSite, siteVariables, startSite, untilReady } from "../processes/site";
import { usageOf } from "../processes/usage";
import { figure, medianOf, ratiosOf, ratioText } from "../report/statistics";
import { column, ofThisMachine, type Table } from "../report/table";
import { PAGES, uncached } from "./pages";

/** What any Node server has to do at least. */
const BARE_EXPRESS = `
  import express from "express";
  const app = express();
  app.use((request, response) => response.send("ready"));
  app.listen(Number(process.env.PORT), "localhost");`;

const startBare = (port: string): Running =>
  run(process.execPath, ["--input-type=module", "-e", BARE_EXPRESS], { PORT: port });

const MEGABYTE = 1024 * 1024;

/** How long a start takes and how much memory is used, beside an Express that only says a word. */
export async function measureStart(effort: Effort): Promise<Table[]> {
  const site = await startSite();
  try {
    return [await startTable(site, effort), await memoryTable(site, effort)];
  } finally {
    await site.stop();
  }
}

async function startTable(site: BenchSite, { starts }: Effort): Promise<Table> {
  const startSiteAgain = (port: string) => runScript("start", siteVariables(port, site.sandbox, site.api.base));
  const ofSite: number[] = [];
  const ofExpress: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    ofSite.push(await timeStart(startSiteAgain));
    ofExpress.push(await timeStart(startBare));
  }
  return {
    title: "From the start of the process until it is ready",
    columns: [column("what"), column("site : bare Express"), ofThisMachine("site ms"), ofThisMachine("Express ms")],
    rows: [
      ["start", ratioText(ratiosOf(ofSite, ofExpress)), medianOf(ofSite).toFixed(0), medianOf(ofExpress).toFixed(0)],
    ],
  };
}

async function timeStart(start: (port: string) => Running): Promise<number> {
  const port = String(await freePort());
  const began = performance.now();
  const running = start(port);
  try {
    await untilReady(`http://localhost:${port}`);
    return performance.now() - began;
  } finally {
    await running.stop();
  }
}

/** One row for each process of the site and each number of views. */
async function memoryTable(site: BenchSite, { memoryViews }: Effort): Promise<Table> {
  const port = String(await freePort());
  const bare = startBare(port);
  const generator = startGenerator();
  try {
    await untilReady(`http://localhost:${port}`);
    await site.restart();
    const rows: string[][] = [];
    let seen = 0;
    for (const views of [0, ...memoryViews]) {
      const ends = { afterViews: views - seen };
      const load = (target: Target) => generator.load(target, { connections: CONNECTIONS, ends });
      if (views > seen) {
        await load({ origin: site.origin, group: site.group, paths: PAGES.flatMap((page) => [page, uncached(page)]) });
        await load({ origin: `http://localhost:${port}`, group: bare.pid, paths: ["/"] });
      }
      seen = views;
      const [express] = await usageOf(bare.pid);
      const processes = await usageOf(site.group);
      for (const [at, { pid, residentBytes }] of processes.entries()) {
        const name = pid === site.group ? "site" : `its process ${at}`;
        const ratio = express === undefined ? "" : figure(residentBytes / express.residentBytes);
        rows.push([name, String(views), ratio, (residentBytes / MEGABYTE).toFixed(0)]);
      }
    }
    return {
      title: "Resident memory after so many views, each page cached and rendered in turn",
      columns: [column("process"), column("views"), column("site : bare Express"), ofThisMachine("MB")],
      rows,
    };
  } finally {
    generator.close();
    await bare.stop();
  }
}
