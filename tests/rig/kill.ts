import { setTimeout } from "node:timers/promises";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { type RunningSite, startSite } from "../journeys/running-site";
import { readLedger } from "../sandbox/ledger";
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
  /** The payments API had taken note of the step all the same. */
  hadEffect: boolean;
  /** Empty where one charge was kept, what was paid for was granted once, and every link of the order leads to its success. */
  faults: string[];
}

const AT_ONCE = 5;
/** Up to one of these after a step has begun: in the middle of it on a fast machine, and on a slow one. */
const KILL_WITHIN_MS = [10, 40, 160];
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
  await Promise.all(buyers.map((buyer) => buyer.goUntil(anyOf(stepsAt(buyer.provider)))));
  const noted = await Promise.all(buyers.map((buyer) => eventsOf(buyer, site)));
  const hits = buyers.map(startStep);
  await setTimeout(Math.random() * anyOf(KILL_WITHIN_MS));
  const unanswered = hits.filter(({ isAnswered }) => !isAnswered);
  await site.kill();
  await Promise.all(hits.map(({ over }) => over));
  await site.restart();
  return Promise.all(
    hits.map(async (hit, index) => ({
      provider: hit.buyer.provider,
      step: hit.step,
      isUnanswered: unanswered.includes(hit),
      hadEffect: (await eventsOf(hit.buyer, site)) !== noted[index],
      faults: await goToEnd(hit.buyer, site.addresses),
    })),
  );
}

/** How much the payments API has noted of a buyer. */
async function eventsOf({ email }: Buyer, { addresses }: RunningSite): Promise<number> {
  return (await readLedger(addresses.sandbox, email)).flatMap(({ events }) => events).length;
}

interface Hit {
  buyer: Buyer;
  step: Step;
  isAnswered: boolean;
  over: Promise<void>;
}

/** A step that may come to no answer: then the buyer chooses another way to go on. */
function startStep(buyer: Buyer): Hit {
  const hit: Hit = { buyer, step: buyer.step, isAnswered: false, over: Promise.resolve() };
  const onAnswer = () => {
    hit.isAnswered = true;
  };
  const onFailure = (error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    buyer.recover(Math.random());
  };
  hit.over = buyer.take().then(onAnswer, onFailure);
  return hit;
}
