import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { DEFAULT_LOCALE, type LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { atProvider, goOnFrom, payForm } from "./next-request";
import { type Answer, type Page, PlainBrowser, type Request } from "./plain-browser";
import { READING_MS } from "./reading-time";
import { type Step, stepOf } from "./steps";

const PATIENCE_MS = 2_000;
const MOST_STEPS = 240;

interface Person {
  site: string;
  provider: ProviderCode;
  /** What they send from the provider's page. */
  outcome: Readonly<Record<string, string>>;
  lang?: LocaleCode;
  /** The app they come from: the site asks for its plans and prices anew for each. */
  app?: number;
  /** What their browser says beside. */
  headers?: Readonly<Record<string, string>>;
  /** How long they wait before they load a page again, at most; milliseconds. */
  patienceMs?: number;
  /** Told of every page they see. */
  onPage?: (page: Page, step: Step) => void;
}

/** Somebody who buys a plan with a plain browser and goes on as people do, whatever happens, until they see that it worked. */
export class Buyer {
  readonly email = `rig-${randomUUID()}@example.com`;
  /** Every address that names their order: each is a promise of the site. */
  readonly links = new Set<string>();
  isDone = false;
  readonly provider: ProviderCode;
  readonly #outcome: Person["outcome"];
  readonly #patienceMs: number;
  readonly #onPage: (page: Page, step: Step) => void;
  readonly #browser: PlainBrowser;
  readonly #start: Request;
  #next: Request;
  #pauseMs = 0;
  #steps = 0;
  #hasPressed = false;

  constructor({ site, lang = DEFAULT_LOCALE, app, headers, ...plan }: Person) {
    this.provider = plan.provider;
    this.#outcome = plan.outcome;
    this.#patienceMs = plan.patienceMs ?? PATIENCE_MS;
    this.#onPage = plan.onPage ?? (() => {});
    this.#browser = new PlainBrowser({ "accept-language": lang, ...headers });
    const from = app === undefined ? "" : `?sid=${app}`;
    this.#start = { address: new URL(inLanguage(lang, `/payment/monthly${from}`), site) };
    this.#next = this.#start;
  }

  /** The step that comes next. */
  get step(): Step {
    return stepOf(this.#next);
  }

  /** Reads the page, fills in the form, or waits as the page says. */
  async pause(): Promise<void> {
    await setTimeout(this.#pauseMs);
    this.#pauseMs = 0;
  }

  /** Makes the next request, and decides on the one after it by what it shows. @throws NoAnswer */
  async take(): Promise<void> {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) throw new Error(`there is no end to it at ${this.#next.address}`);
    const { step } = this;
    this.#hasPressed ||= step === "outcome";
    this.#go(await this.#browser.send(this.#next), step);
  }

  /** Goes on until this step is the next one. @throws NoAnswer */
  async goUntil(step: Step): Promise<void> {
    await this.pause();
    while (this.step !== step) {
      await this.take();
      await this.pause();
    }
  }

  /**
   * After a page that did not come: loads it again (which sends a form again), or opens the last link that named the order, or,
   * before anything was pressed at the provider, begins anew with a fresh form. @param chance 0 to 1, chooses
   */
  recover(chance: number): void {
    const last = [...this.links].at(-1);
    const ways = [this.#next];
    if (last !== undefined) ways.push({ address: new URL(last) });
    if (!this.#hasPressed) ways.push(this.#start);
    this.#next = ways[Math.floor(chance * ways.length)] ?? this.#next;
  }

  #go(answer: Answer, step: Step): void {
    if (answer.kind === "page") this.#onPage(answer.page, step);
    if (answer.kind === "redirect") this.#follow(answer.to);
    else if (step === "success" && answer.page.status === 200) this.isDone = true;
    else if (answer.page.status >= 500) this.#pauseMs = this.#patienceMs;
    else this.#follow(this.#choose(answer.page, step));
  }

  #follow(to: Request): void {
    if (to.address.searchParams.has("o") && stepOf(to) !== "form") this.links.add(to.address.href);
    this.#next = to;
  }

  /** What a person does on a page. */
  #choose(page: Page, step: Step): Request {
    switch (step) {
      case "form":
      case "pay":
        this.#pauseMs = this.provider === "rb" ? READING_MS : 0;
        return payForm(page, { email: this.email, provider: this.provider });
      case "payment page":
      case "outcome":
        return atProvider(page, this.#outcome);
      default: {
        const { request, seconds } = goOnFrom(page);
        this.#pauseMs = Math.min(seconds * 1000, this.#patienceMs);
        return request;
      }
    }
  }
}
