import { setTimeout } from "node:timers/promises";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { type RunningSite, startSite } from "../journeys/running-site";
import { Buyer } from "./buyer";
import { goToEnd } from "./check-buyer";
import { NoAnswer } from "./plain-browser";
import { type Step, stepsAt } from "./steps";

/** What became of one purchase whose site was killed meanwhile. */
export interface KilledRun {
  provider: string;
  /** The step at which the kill came. */
  step: Step;
  /** It came before that step's answer. */
  isUnanswered: boolean;
  /** Empty where one charge was kept, what was paid for was granted once, and every link of the order leads to its success. */
  faults: string[];
}

const AT_ONCE = 5;
const LATEST_KILL_MS = 40;
const OUTCOMES = [
  { outcome: "approve" },
  { outcome: "approve_repeatedly" },
  { outcome: "pending", seconds: "1" },
] as const;

function anyOf<T>(all: readonly T[]): T {
  const found = all[Math.floor(Math.random() * all.length)];
  if (found === undefined) throw new Error("there is nothing to choose from");
  return found;
}

/** Purchases, several at once, in each of which the site is killed with SIGKILL at a moment of a step and started again. */
export async function killSite(count: number, report: (done: number) => void = () => {}): Promise<KilledRun[]> {
  const site = await startSite();
  const runs: KilledRun[] = [];
  try {
    while (runs.length < count) {
      const size = Math.min(AT_ONCE, count - runs.length);
      const first = runs.length;
      const buyers = Array.from({ length: size }, (_, index) => buyerAt(site, first + index));
      runs.push(...(await killUnder(site, buyers)));
      report(runs.length);
    }
    return runs;
  } finally {
    await site.stop();
  }
}

const buyerAt = ({ addresses }: RunningSite, number: number): Buyer =>
  new Buyer({
    site: addresses.site,
    provider: PROVIDERS[number % PROVIDERS.length] ?? "so",
    outcome: anyOf(OUTCOMES),
  });

async function killUnder(site: RunningSite, buyers: Buyer[]): Promise<KilledRun[]> {
  await Promise.all(buyers.map((buyer) => goUntil(buyer, anyOf(stepsAt(buyer.provider)))));
  const taken = buyers.map((buyer) => new KilledStep(buyer));
  await setTimeout(Math.random() * LATEST_KILL_MS);
  const hits = taken.map(({ isAnswered }) => ({ isUnanswered: !isAnswered }));
  await site.kill();
  await Promise.all(taken.map(({ over }) => over));
  await site.restart();
  return Promise.all(
    taken.map(async ({ buyer, step }, index) => ({
      provider: buyer.provider,
      step,
      isUnanswered: hits[index]?.isUnanswered ?? false,
      faults: await goToEnd(buyer, site.addresses),
    })),
  );
}

async function goUntil(buyer: Buyer, step: Step): Promise<void> {
  await buyer.pause();
  while (buyer.step !== step) {
    await buyer.take();
    await buyer.pause();
  }
}

/** A step that may come to no answer: then the buyer chooses another way to go on. */
class KilledStep {
  readonly step: Step;
  readonly over: Promise<void>;
  isAnswered = false;

  constructor(readonly buyer: Buyer) {
    this.step = buyer.step;
    this.over = buyer.take().then(
      () => {
        this.isAnswered = true;
      },
      (error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        buyer.recover(Math.random());
      },
    );
  }
}
