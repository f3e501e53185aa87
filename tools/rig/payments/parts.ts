import { setTimeout } from "node:timers/promises";
import { type Chance, chanceFor } from "../../../sandbox/bare/seeded";
import type { Attacked } from "../apis/api";
import { Buyer } from "../buyer";
import { goToEnd } from "../check-buyer";
import { judging } from "../judging";
import { NoAnswer } from "../plain-browser";
import { count, type Score, type Task } from "../score";
import { sideBySide } from "../side-by-side";
import { STEPS } from "../steps";
import { submitsAt } from "../submits";
import { startPaymentsSite } from "./start";

const AT_ONCE = 6;
/** What is sold for a period, and what is sold once. */
const PLANS = ["monthly", "two-years-once"];
/** So many pages are seen at most between two kills: fast and slow machines are killed in the middle of the same. */
const PAGES = [3, 10, 40];
const LOOK_EVERY_MS = 20;
const LONGEST_MS = 15_000;
/** What was asked for before may be answered until then. */
const STARTED_MS = 3_000;
/** After that, up to one of these. */
const KILL_WITHIN_MS = [10, 40, 160];
/** One buyer in so many closes the window as soon as they have paid. */
const GONE = 10;
/** How long somebody stays away who comes back later, at most. */
const AWAY_MS = 2_000;

/** Who buys, and where they are. */
class Crowd {
  readonly served: string[] = [];
  readonly buying = new Set<Buyer>();
  /** That were seen by anybody. */
  pages = 0;
  /** When all that was killed was back; while it is not, endless. */
  upSince = 0;
  #number = 0;

  constructor(
    readonly target: Attacked,
    readonly score: Score,
    readonly seed: number,
  ) {}

  /** Somebody buys, until they see that it worked or are gone. */
  async buy(): Promise<void> {
    const number = this.#number++;
    const chance = chanceFor(this.seed, `${this.score.part} buyer ${number}`);
    const buyer = this.#arrive(number, chance);
    this.buying.add(buyer);
    this.score.inputs += 1;
    const faults = await goToEnd(buyer, this.target.api, (error) => this.#goOn(buyer, chance, error));
    this.buying.delete(buyer);
    if (faults.length === 0 && buyer.isServed) this.served.push(buyer.email);
    this.score.failures.push(...faults.map((fault) => `${buyer.email}, ${buyer.provider} at ${buyer.step}: ${fault}`));
  }

  /** Waits until so many more pages are seen, or for too long. */
  async see(amount: number): Promise<void> {
    const [wanted, end] = [this.pages + amount, performance.now() + LONGEST_MS];
    while (this.pages < wanted && performance.now() < end) await setTimeout(LOOK_EVERY_MS);
  }

  #arrive(number: number, chance: Chance): Buyer {
    const { site, api } = this.target;
    const [outcome, ...laterOutcomes] = chance.pick(api.habits);
    const judge = judging(this.score, site);
    const providers = chance.oneIn(2) ? api.providers : api.providers.toReversed();
    const [provider = "so", ...otherProviders] = providers;
    return new Buyer({
      site,
      provider,
      otherProviders: chance.oneIn(2) ? otherProviders : [],
      outcome,
      laterOutcomes,
      isGoneOncePaid: chance.oneIn(GONE),
      plan: chance.pick(PLANS),
      headers: { "x-forwarded-for": `10.100.${number >> 8}.${number & 255}` },
      onPage: (page) => {
        this.pages += 1;
        // A site that has just begun says so without a page; a proxy sends nobody there.
        if (page.status < 500 || performance.now() > this.upSince + STARTED_MS) judge(page);
      },
    });
  }

  /** Loads the page again, presses again, opens the link that they have, begins anew: at once or later. */
  async #goOn(buyer: Buyer, chance: Chance, error: unknown): Promise<void> {
    if (!(error instanceof NoAnswer)) throw error;
    buyer.recover(chance.below(1_000) / 1_000);
    await setTimeout(chance.oneIn(3) ? chance.below(AWAY_MS) : 100);
  }
}

/** People buy while the site, the payments API or both die at random times; and while the providers make trouble. */
async function kills(score: Score, task: Task): Promise<void> {
  const { amount, seed, report } = task;
  await under(score, task, async (crowd) => {
    const at: Record<string, number> = {};
    let killed = 0;
    const killing = async () => {
      for (let number = 0; killed < amount; number += 1) {
        const chance = chanceFor(seed, `kill ${number}`);
        await crowd.see(chance.below(chance.pick(PAGES)));
        await setTimeout(chance.below(chance.pick(KILL_WITHIN_MS)));
        crowd.upSince = Number.POSITIVE_INFINITY;
        const died = await crowd.target.kill(chance);
        for (const { step } of crowd.buying) count(at, step);
        killed += died;
        await crowd.target.restart();
        crowd.upSince = performance.now();
        report(Math.min(killed, amount), amount);
      }
    };
    const buying = Array.from({ length: AT_ONCE }, async () => {
      while (killed < amount) await crowd.buy();
    });
    await Promise.all([killing(), ...buying]);
    score.crashes += killed;
    score.details.push(...STEPS.map((step) => `  ${step.padEnd(36)}${at[step] ?? 0} buyers were there at a kill`));
  });
}

/** People buy while the providers make trouble. */
async function lies(score: Score, task: Task): Promise<void> {
  const { amount, report } = task;
  await under(score, task, async (crowd) => {
    let done = 0;
    await sideBySide(amount, AT_ONCE, async () => {
      await crowd.buy();
      done += 1;
      report(done, amount);
    });
  });
}

async function under(score: Score, { seed }: Task, happens: (crowd: Crowd) => Promise<void>): Promise<void> {
  const target = await startPaymentsSite();
  try {
    const crowd = new Crowd(target, score, seed);
    const endTrouble = target.trouble?.(score, seed, crowd.served);
    try {
      await happens(crowd);
    } finally {
      await endTrouble?.();
    }
    await target.countBooks(score, crowd.served);
  } finally {
    await target.stop();
  }
}

/** What is done to our own payments API. */
export const PAYMENTS_PARTS = {
  kills: { amount: 1_000, run: kills },
  submits: { amount: 200, run: submitsAt(startPaymentsSite) },
  lies: { amount: 500, run: lies },
} as const;
