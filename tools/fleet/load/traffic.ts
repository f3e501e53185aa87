import { setTimeout } from "node:timers/promises";
import { chanceFor } from "../../../sandbox/bare/seeded";
import type { Stage } from "../parts/part";
import { until } from "../until";
import { type BuyerRule, Shopper, withoutTrouble } from "./buying";
import { asEveryDay, look, type Rule } from "./views";

const VIEWERS = 4;
/** Unless more are wanted. */
const BUYERS = 2;
/** Between two looks of one viewer: what a copy is asked has nothing to do with how fast it answers. */
const READING_MS = 60;
const PATIENCE_MS = 180_000;

/** What may be seen now. */
export interface Rules {
  view: Rule;
  buyer: BuyerRule;
}
export const EVERY_DAY: Rules = { view: asEveryDay, buyer: withoutTrouble };

/** Visitors who look at pages and buyers who buy, one after the other, until they are told to stop. */
export class Traffic {
  /** May change at any time; it holds for pages that come from then on. */
  rules: Rules;
  #isOver = false;
  #buyers = 0;
  #work: Promise<unknown> = Promise.resolve();

  constructor(
    readonly stage: Pick<Stage, "fleet" | "book" | "score" | "seed">,
    readonly people: { rules?: Rules; buyers?: number; hasNewApps?: boolean } = {},
  ) {
    this.rules = people.rules ?? EVERY_DAY;
  }

  start(): this {
    const viewers = Array.from({ length: VIEWERS }, (_, index) => this.#view(index));
    const buyers = Array.from({ length: this.people.buyers ?? BUYERS }, () => this.#buy());
    this.#work = Promise.all([...viewers, ...buyers]);
    // Told by stop(), which everybody comes to.
    this.#work.catch(() => {});
    return this;
  }

  /** Waits until so many more buyers have come to their success. */
  async untilBought(amount: number): Promise<void> {
    const { score } = this.stage;
    const wanted = score.purchases + amount;
    await until(`${amount} more buyers are served`, () => score.purchases >= wanted, PATIENCE_MS);
  }

  /** Waits until so many more pages were looked at. */
  async untilSeen(amount: number): Promise<void> {
    const { score } = this.stage;
    const wanted = score.views + amount;
    await until(`${amount} more pages are seen`, () => score.views >= wanted, PATIENCE_MS);
  }

  /** Nobody new comes, and whoever has begun to buy goes on to the end. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #view(number: number): Promise<void> {
    const { fleet, score, seed } = this.stage;
    const chance = chanceFor(seed, `${score.part} viewer ${number}`);
    while (!this.#isOver) {
      await look(score, fleet.site, chance, (view) => this.rules.view(view));
      await setTimeout(READING_MS);
    }
  }

  async #buy(): Promise<void> {
    const { score, seed } = this.stage;
    const { hasNewApps } = this.people;
    const rule: BuyerRule = (page, step) => this.rules.buyer(page, step);
    while (!this.#isOver) {
      const number = this.#buyers++;
      const chance = chanceFor(seed, `${score.part} buyer ${number}`);
      await new Shopper({ ...this.stage, rule, hasNewApps }, number, chance).finish();
    }
  }
}

/** Lets people come while something happens, and go after it. */
export async function underTraffic(traffic: Traffic, happens: () => Promise<void>): Promise<void> {
  traffic.start();
  try {
    await happens();
  } finally {
    await traffic.stop();
  }
}
