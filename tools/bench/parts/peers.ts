import type { Effort } from "../effort";
import { type Generator, startGenerator, type Target } from "../load/load";
import { inRounds } from "../load/rounds";
import { elementsIn, markupOf } from "../peers/markup";
import { nextApp } from "../peers/next-app";
import { type PeerApp, startPeer } from "../peers/peer";
import { svelteApp } from "../peers/svelte-app";
import { type BenchSite, startSite } from "../processes/site";
import { figure, medianOf, ratiosOf, ratioText } from "../report/statistics";
import { column, ofThisMachine, type Table } from "../report/table";
import { uncached } from "./pages";

const PAGE = "/payment/yearly";

/** The checkout page, which the site makes from its data, beside other frameworks that know its markup beforehand. */
export async function measurePeers(effort: Effort): Promise<Table[]> {
  const site = await startSite();
  const generator = startGenerator();
  try {
    const page = await (await fetch(site.origin + PAGE)).text();
    const markup = markupOf(page);
    const rows: string[][] = [];
    for (const app of [nextApp(markup), svelteApp(markup)])
      rows.push(await rowOf(app, { site, generator, effort, elements: elementsIn(page) }));
    const compared = ["the other's CPU : site, rendered", "the other's CPU : site, cached"].map(column);
    const here = ["its ms", "rendered ms", "cached ms"].map(ofThisMachine);
    const title = `CPU time for the markup of ${PAGE}, uncompressed (more than 1: the site is faster)`;
    return [{ title, columns: [column("other"), ...compared, ...here], rows }];
  } finally {
    generator.close();
    await site.stop();
  }
}

interface Measuring {
  site: BenchSite;
  generator: Generator;
  effort: Effort;
  elements: number;
}

async function rowOf(app: PeerApp, { site, generator, effort, elements }: Measuring): Promise<string[]> {
  const peer = await startPeer(app);
  try {
    await expectAlike(app, `${peer.origin}/`, elements);
    const targets = {
      peer: targetAt(peer, "/"),
      rendered: targetAt(site, uncached(PAGE)),
      cached: targetAt(site, PAGE),
    };
    const measured = await inRounds(generator, targets, effort);
    const cpuOf = (name: keyof typeof targets) => measured(name, "cpuPerView");
    const ratios = (["rendered", "cached"] as const).map((name) => ratioText(ratiosOf(cpuOf("peer"), cpuOf(name))));
    const here = (["peer", "rendered", "cached"] as const).map((name) => figure(medianOf(cpuOf(name)) * 1000));
    return [app.name, ...ratios, ...here];
  } finally {
    await peer.stop();
  }
}

const targetAt = ({ origin, group }: { origin: string; group: number }, path: string): Target => ({
  ...{ origin, group, paths: [path] },
  headers: { "accept-encoding": "identity" },
});

/** A page with fewer elements would be no comparison. */
async function expectAlike({ name }: PeerApp, address: string, elements: number): Promise<void> {
  const found = elementsIn(await (await fetch(address)).text());
  const ratio = found / elements;
  if (!(ratio > 0.97 && ratio < 1.03)) throw new Error(`${name} has ${found} elements and the site ${elements}`);
}
