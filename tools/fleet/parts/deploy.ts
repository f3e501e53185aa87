import { z } from "zod";
import { chanceFor } from "../../../sandbox/bare/seeded";
import { Buyer } from "../../rig/buyer";
import { goToEnd } from "../../rig/check-buyer";
import { judging } from "../../rig/judging";
import { type Step, stepsAt } from "../../rig/steps";
import { withoutTrouble } from "../load/buying";
import { Traffic, underTraffic } from "../load/traffic";
import { loadFiles, viewOf } from "../load/views";
import { newVisitor } from "../load/visitor-address";
import { noteFailed } from "../score";
import { buildNext } from "../second-build";
import type { Stage } from "./part";

const OPEN_PAGES = ["/", "/pricing", "/payment/monthly", "/receipts"];
const VERSION_READS = 12;

/**
 * Copies are replaced by those of the next build, one by one, and back again, while people look and buy. Forms and orders that
 * were opened before are gone on with after each replacement, and open pages still get their files.
 */
export async function deploy(stage: Stage): Promise<void> {
  const { fleet, amount, report } = stage;
  const { root } = fleet.release;
  const next = await buildNext(root, fleet.place.folder);
  const traffic = new Traffic(stage);
  await underTraffic(traffic, async () => {
    for (const [done, tree] of [next, root].entries()) {
      await replaceBy(tree, stage, done);
      report((done + 1) * amount, 2 * amount);
    }
  });
}

async function replaceBy(tree: string, stage: Stage, round: number): Promise<void> {
  const { fleet, score, amount } = stage;
  const { site } = fleet;
  const before = await openPages(site);
  const old = await servedBuild(site);
  await loadFiles(score, site, before);
  const waiting = await openBuyers(stage, amount, round);
  fleet.use(tree);
  for (const copy of fleet.copies) {
    await fleet.restart(copy);
    score.events += 1;
    await loadFiles(score, site, before);
    for (const buyer of waiting.splice(0, Math.ceil(amount / fleet.copies.length))) await finish(buyer, stage);
  }
  const served = await servedBuild(site);
  if (served === old) score.failures.push(`both builds are called ${old}`);
  for (let reads = 0; reads < VERSION_READS; reads += 1)
    if ((await servedBuild(site)) !== served) score.failures.push("/version.json changes after the deploy");
  const after = await openPages(site);
  const changed = after.filter((file) => !before.includes(file)).length;
  if (changed === 0) score.failures.push("both builds have the same files");
  score.details.push(
    `  ${old} to ${served}: ${amount} open forms and orders, ${changed} of ${after.length} files are new`,
  );
}

/** The files of pages that are open somewhere, which have loaded them. */
async function openPages(site: string): Promise<string[]> {
  const views = await Promise.all(OPEN_PAGES.map((path) => viewOf(site, path)));
  return [...new Set(views.flatMap(({ text }) => text.files))];
}

const version = z.object({ build: z.string() });

async function servedBuild(site: string): Promise<string> {
  return version.parse(await (await fetch(`${site}/version.json`)).json()).build;
}

/** Buyers who have come to some step by the build that is served, and stay there. */
async function openBuyers({ fleet, book, score, seed }: Stage, amount: number, round: number): Promise<Buyer[]> {
  const { site } = fleet;
  const { providers, pays } = fleet.shop.api;
  const chance = chanceFor(seed, `open buyers ${round}`);
  const judge = judging(score, site);
  const buyers = Array.from({ length: amount }, (_, index) => {
    return new Buyer({
      site,
      provider: providers[index % providers.length] ?? "so",
      outcome: pays,
      headers: newVisitor(),
      onPage: (page, step) => {
        judge(page);
        const wrong = withoutTrouble(page, step);
        if (wrong !== undefined) noteFailed(score, `${step} ${wrong}`);
      },
    });
  });
  for (const buyer of buyers) {
    book.of(buyer.email);
    await buyer.goUntil(chance.pick(stepsOpen(buyer)));
  }
  return buyers;
}

const stepsOpen = ({ provider }: Buyer): Step[] =>
  stepsAt(provider).filter((step) => step !== "form" && step !== "status");

async function finish(buyer: Buyer, { fleet, book, score }: Stage): Promise<void> {
  const { step } = buyer;
  const faults = await goToEnd(buyer, fleet.shop.api);
  score.failures.push(...faults.map((fault) => `${buyer.provider}, open at ${step}: ${fault}`));
  book.of(buyer.email).isServed = buyer.isDone;
  if (buyer.isDone) score.purchases += 1;
}
