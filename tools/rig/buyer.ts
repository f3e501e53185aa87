import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { DEFAULT_LOCALE, type LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { Press } from "./apis/api";
import { atProvider, goOnFrom, hasNothingToPress, payForm } from "./next-request";
import { type Answer, type Page, PlainBrowser, type Request } from "./plain-browser";
import { READING_MS } from "./reading-time";
import { type Step, stepOf } from "./steps";

const PATIENCE_MS = 2_000;
/** Before a form is sent again that came back. */
const FORM_AGAIN_MS = 500;
const MOST_STEPS = 240;
/** In a row: a site that was killed takes long to be back on a busy machine, and its buyers do not stop trying. */
const MOST_UNANSWERED = 2_000;
/** So many of the last ones are named where there is no end to it. */
const NAMED_STEPS = 8;

interface Person {
  site: string;
  provider: ProviderCode;
  /** Whom they go to after one another where they come back from the provider without having paid. */
  otherProviders?: readonly ProviderCode[];
  /** What they send from the provider's page. */
  outcome: Press;
  /** What they send from the pages after it; the last one again and again. */
  laterOutcomes?: readonly Press[];
  /** They close the window as soon as a provider sends them back. */
  isGoneOncePaid?: boolean;
  /** By its id in the catalogue. */
  plan?: string;
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
  /** They have nothing more to do here. */
  isDone = false;
  /** They have seen that it worked. */
  isServed = false;
  readonly #providers: readonly [ProviderCode, ...ProviderCode[]];
  readonly #outcomes: readonly [Press, ...Press[]];
  readonly #patienceMs: number;
  readonly #isGoneOncePaid: boolean;
  readonly #onPage: (page: Page, step: Step) => void;
  readonly #browser: PlainBrowser;
  readonly #start: Request;
  #next: Request;
  #pauseMs = 0;
  /** Those that were answered. */
  readonly #steps: string[] = [];
  #unanswered = 0;
  #hasPressed = false;
  #handOffs = 0;
  #presses = 0;

  constructor({ site, lang = DEFAULT_LOCALE, app, headers, plan = "monthly", ...person }: Person) {
    this.#providers = [person.provider, ...(person.otherProviders ?? [])];
    this.#outcomes = [person.outcome, ...(person.laterOutcomes ?? [])];
    this.#patienceMs = person.patienceMs ?? PATIENCE_MS;
    this.#isGoneOncePaid = person.isGoneOncePaid ?? false;
    this.#onPage = person.onPage ?? (() => {});
    this.#browser = new PlainBrowser({ "accept-language": lang, ...headers });
    const from = app === undefined ? "" : `?sid=${app}`;
    this.#start = { address: new URL(inLanguage(lang, `/payment/${plan}${from}`), site) };
    this.#next = this.#start;
  }

  /** Whom they would pay through now. */
  get provider(): ProviderCode {
    return this.#providers[this.#handOffs % this.#providers.length] ?? this.#providers[0];
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
    if (this.#steps.length >= MOST_STEPS || this.#unanswered >= MOST_UNANSWERED) throw this.#endless();
    const { step } = this;
    this.#hasPressed ||= step === "outcome";
    this.#unanswered += 1;
    const answer = await this.#browser.send(this.#next);
    this.#unanswered = 0;
    this.#steps.push(answer.kind === "page" ? `${step} (${answer.page.status})` : step);
    this.#go(answer, step);
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
    const ways = [this.#next];
    if (this.#lastLink !== undefined) ways.push(this.#lastLink);
    if (!this.#hasPressed) ways.push(this.#start);
    this.#next = ways[Math.floor(chance * ways.length)] ?? this.#next;
  }

  #endless(): Error {
    const { origin, pathname } = this.#next.address;
    return new Error(
      `there is no end to it at ${origin}${pathname} after ${this.#steps.slice(-NAMED_STEPS).join(", ")}`,
    );
  }

  get #lastLink(): Request | undefined {
    const last = [...this.links].at(-1);
    return last === undefined ? undefined : { address: new URL(last) };
  }

  #go(answer: Answer, step: Step): void {
    if (answer.kind === "page") this.#onPage(answer.page, step);
    if (step === "outcome") this.#presses += 1;
    if (answer.kind === "redirect" && step === "pay") this.#handOffs += 1;
    if (answer.kind === "redirect") this.#followFrom(step, answer.to);
    else if (step === "success" && answer.page.status === 200) this.isDone = this.isServed = true;
    else if (answer.page.status >= 500) this.#pauseMs = this.#patienceMs;
    else this.#follow(this.#choose(answer.page, step));
  }

  #followFrom(step: Step, to: Request): void {
    this.#follow(to);
    if (this.#isGoneOncePaid && step === "outcome" && this.step === "return") this.isDone = true;
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
        this.#pauseMs = this.provider === "rb" ? READING_MS : step === "pay" ? FORM_AGAIN_MS : 0;
        return payForm(page, { email: this.email, provider: this.provider });
      case "payment page":
      case "outcome":
        if (hasNothingToPress(page)) {
          this.#pauseMs = this.#patienceMs;
          return this.#lastLink ?? this.#start;
        }
        return atProvider(page, this.#outcomes[this.#presses] ?? this.#outcomes.at(-1) ?? this.#outcomes[0]);
      default: {
        const { request, seconds } = goOnFrom(page);
        this.#pauseMs = Math.min(seconds * 1000, this.#patienceMs);
        return request;
      }
    }
  }
}
