import { setTimeout } from "node:timers/promises";
import { type Chance, chanceFor } from "../../sandbox/bare/seeded";
import type { Target } from "./apis/api";
import { startSandboxSite } from "./apis/sandbox";
import { Buyer } from "./buyer";
import { goToEnd } from "./check-buyer";
import { judging } from "./judging";
import { NoAnswer } from "./plain-browser";
import type { Score, Task } from "./score";
import { STEPS, type Step, stepsAt } from "./steps";

/** What became of one purchase whose site was killed meanwhile. */
interface KilledRun {
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
/** Up to one of these after a step has begun: in the middle of it on a fast machine, and on slow and busy ones. */
const KILL_WITHIN_MS = [10, 40, 160, 640];
/** Purchases, several at once, in each of which the site is killed with SIGKILL at a moment of a step and started again. */
export async function killSite(score: Score, task: Task, atOnce = Math.min(AT_ONCE, task.amount)): Promise<void> {
  const site = await startSandboxSite();
  try {
    const buyers = await killMany(score, site, task, atOnce);
    const served = buyers.filter(({ isDone }) => isDone).map(({ email }) => email);
    await site.countBooks(score, served);
  } finally {
    await site.stop();
  }
}

/** @returns all who have begun to buy */
export async function killMany(
  score: Score,
  target: Target,
  { amount, seed, report }: Task,
  atOnce: number,
): Promise<Buyer[]> {
  const runs: KilledRun[] = [];
  const buyers: Buyer[] = [];
  while (runs.length < amount) {
    const chance = chanceFor(seed, `kill ${runs.length}`);
    const size = Math.min(atOnce, amount - runs.length);
    const group = Array.from({ length: size }, (_, index) => buyerAt(target, runs.length + index, chance, score));
    buyers.push(...group);
    runs.push(...(await killUnder(target, group, chance)));
    report(runs.length, amount);
  }
  score.inputs += runs.length;
  score.crashes += runs.filter(({ faults }) => faults.length === 0).length;
  const steps = STEPS.filter((step) => target.api.providers.some((provider) => stepsAt(provider).includes(step)));
  score.details.push(...steps.map((step) => lineOf(step, runs)));
  score.untried.push(...steps.filter((step) => !runs.some((run) => run.step === step)));
  score.failures.push(
    ...runs.flatMap(({ provider, step, faults }) => faults.map((fault) => `${provider}, killed at ${step}: ${fault}`)),
  );
  return buyers;
}

function lineOf(step: Step, runs: readonly KilledRun[]): string {
  const killed = runs.filter((run) => run.step === step);
  const unanswered = killed.filter(({ isUnanswered }) => isUnanswered);
  const late = unanswered.filter(({ hadEffect }) => hadEffect).length;
  const counts = `${killed.length} kills, ${unanswered.length} before the answer, ${late} of these after its effect`;
  return `  ${step.padEnd(14)}${counts}`;
}

function buyerAt({ site, api }: Target, number: number, chance: Chance, score: Score): Buyer {
  const [outcome, ...laterOutcomes] = chance.pick(api.habits);
  return new Buyer({
    site,
    provider: api.providers[number % api.providers.length] ?? "so",
    outcome,
    laterOutcomes,
    headers: { "x-forwarded-for": `10.100.${number >> 8}.${number & 255}` },
    onPage: judging(score, site),
  });
}

async function killUnder(target: Target, buyers: Buyer[], chance: Chance): Promise<KilledRun[]> {
  const goals = buyers.map((buyer) => chance.pick(stepsAt(buyer.provider)));
  await Promise.all(buyers.map((buyer, index) => buyer.goUntil(goals[index] ?? "pay")));
  const noted = await Promise.all(buyers.map((buyer) => eventsOf(buyer, target)));
  const hits = buyers.map((buyer) => startStep(buyer, chance.below(1_000) / 1_000));
  await setTimeout(chance.below(chance.pick(KILL_WITHIN_MS)));
  const unanswered = hits.filter(({ isAnswered }) => !isAnswered);
  await target.kill(chance);
  await Promise.all(hits.map(({ over }) => over));
  await target.restart();
  return Promise.all(
    hits.map(async (hit, index) => ({
      provider: hit.buyer.provider,
      step: hit.step,
      isUnanswered: unanswered.includes(hit),
      hadEffect: (await eventsOf(hit.buyer, target)) !== noted[index],
      faults: await goToEnd(hit.buyer, target.api),
    })),
  );
}

/** How much the payments API has noted of a buyer. */
async function eventsOf({ email }: Buyer, { api }: Target): Promise<number> {
  return (await api.ordersOf(email)).flatMap(({ events }) => events).length;
}

interface Hit {
  buyer: Buyer;
  step: Step;
  isAnswered: boolean;
  over: Promise<void>;
}

/** A step that may come to no answer: then the buyer chooses another way to go on. */
function startStep(buyer: Buyer, way: number): Hit {
  const hit: Hit = { buyer, step: buyer.step, isAnswered: false, over: Promise.resolve() };
  const onAnswer = () => {
    hit.isAnswered = true;
  };
  const onFailure = (error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    buyer.recover(way);
  };
  hit.over = buyer.take().then(onAnswer, onFailure);
  return hit;
}
