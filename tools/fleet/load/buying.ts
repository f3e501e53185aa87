import { setTimeout } from "node:timers/promises";
import type { Chance } from "../../../sandbox/bare/seeded";
import { Buyer } from "../../rig/buyer";
import { judging } from "../../rig/judging";
import { NoAnswer, type Page } from "../../rig/plain-browser";
import type { Step } from "../../rig/steps";
import { hasWordsOf } from "../../rig/words";
import type { Stage } from "../parts/part";
import { noteFailed } from "../score";
import type { Wish } from "./book";
import { priceIn } from "./page-text";
import { newVisitor } from "./visitor-address";

/** What is wrong with a page that a buyer came to by a step; undefined: nothing. */
export type BuyerRule = (page: Page, step: Step) => string | undefined;

/** How long a buyer waits before they send a form again that came back. */
const AGAIN_MS = 1_000;

/** No step fails, and no form has to be sent twice. */
export const withoutTrouble: BuyerRule = ({ status, content }, step) => {
  if (status >= 400) return `answered ${status}: ${content.querySelector("h1")?.textContent}`;
  return step === "pay" && content.querySelector("form.pay") !== null ? "was the form again" : undefined;
};

/** As without trouble, but a form whose price has changed comes back and shows the new one. */
export const withNewPrices: BuyerRule = (page, step) =>
  page.status === 422 && step === "pay" && isInWords(page) ? undefined : withoutTrouble(page, step);

const isInWords = ({ content }: Page): boolean =>
  hasWordsOf(content.documentElement.lang, content.querySelector("h1")?.textContent?.trim() ?? "");

interface Errand extends Pick<Stage, "fleet" | "book" | "score"> {
  rule: BuyerRule;
  /** Each buyer comes from an app that nobody knows yet, so the site has no plans and prices for them. */
  hasNewApps?: boolean;
}

/** The apps that nobody knows begin here. */
const FIRST_APP = 20_000;

/** Somebody who is going to buy. That they come to no success is a failure of its own. */
export class Shopper {
  readonly #buyer: Buyer;
  #hasFormBack = false;

  constructor(
    readonly errand: Errand,
    number: number,
    readonly chance: Chance,
  ) {
    const { fleet, score, book } = errand;
    const { site } = fleet;
    const { providers, habits } = fleet.shop.api;
    const [outcome, ...laterOutcomes] = chance.pick(habits);
    const judge = judging(score, site);
    this.#buyer = new Buyer({
      site,
      provider: providers[number % providers.length] ?? "so",
      outcome,
      laterOutcomes,
      app: errand.hasNewApps ? FIRST_APP + number : undefined,
      headers: newVisitor(),
      onPage: (page, step) => {
        judge(page);
        notePrice(book.of(this.#buyer.email), page);
        this.#hasFormBack = step === "pay";
        const wrong = errand.rule(page, step);
        if (wrong !== undefined) noteFailed(score, `${step} ${wrong}`);
      },
    });
    book.of(this.#buyer.email);
  }

  /** Goes on until this step is the next one. */
  goUntil(step: Step): Promise<void> {
    return this.#buyer.goUntil(step);
  }

  async finish(): Promise<void> {
    const { score, book } = this.errand;
    const { email, provider } = this.#buyer;
    try {
      while (!this.#buyer.isDone) {
        await this.#buyer.pause();
        this.#hasFormBack = false;
        await this.#takeStep();
        if (this.#hasFormBack) await setTimeout(AGAIN_MS);
      }
      book.of(email).isServed = true;
      score.purchases += 1;
    } catch (error) {
      score.failures.push(`${email}, ${provider}: ${error instanceof Error ? error.message : error}`);
    }
  }

  async #takeStep(): Promise<void> {
    const { step } = this.#buyer;
    try {
      await this.#buyer.take();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      noteFailed(this.errand.score, `${step} had no answer`);
      this.#buyer.recover(this.chance.below(1_000) / 1_000);
    }
  }
}

function notePrice(wish: Wish, { content }: Page): void {
  const button = content.querySelector("form.pay .button-pay");
  if (button !== null) wish.shown = priceIn(button.textContent ?? "");
}
