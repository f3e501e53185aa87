import { setTimeout } from "node:timers/promises";
import { atProvider, goOnFrom, payForm } from "../next-request";
import { type Page, PlainBrowser, type Request, submission } from "../plain-browser";
import { READING_MS } from "../reading-time";

const MOST_PAGES = 12;
const ORDER_ID = /\bord_[0-9a-f]{24}\b/g;

interface Person {
  name: string;
  site: string;
  sandbox: string;
  address: string;
  onPage: (page: Page) => void;
}

/** Somebody with a browser of their own, who types an e-mail address that others type, too. */
export class Stranger {
  readonly name: string;
  readonly #person: Person;
  readonly #browser: PlainBrowser;
  /** The orders that this browser has opened. */
  readonly orders = new Set<string>();
  /** The order at the provider, and its page there; undefined: not on the way to pay. */
  atProvider: { orderId: string; page: Page } | undefined;
  /** The order's link and the receipts key of each order that this browser has paid. */
  readonly paid = new Map<string, { link: URL; key: URL }>();
  /** The numbers of orders that the pages of this browser have shown, but for pages opened by somebody else's link. */
  readonly seen = new Set<string>();

  constructor(person: Person) {
    this.#person = person;
    this.name = person.name;
    this.#browser = new PlainBrowser({ "x-forwarded-for": person.address });
  }

  /** @param isOthers a page opened by somebody else's link: what it shows was given away by them */
  async open(request: Request, isOthers = false): Promise<Page> {
    const page = await this.#browser.open(request);
    this.#person.onPage(page);
    if (!isOthers && page.address.origin === this.#person.site)
      for (const [id] of page.content.documentElement.outerHTML.matchAll(ORDER_ID)) this.seen.add(id);
    return page;
  }

  at = (path: string): Request => ({ address: new URL(path, this.#person.site) });

  /**
   * Chooses a plan and goes on until the provider's page. A form that comes back asks about something and is sent again.
   * @returns the provider's page
   */
  async goToPay(plan: string, email: string): Promise<Page> {
    let page = await this.open(this.at(`/payment/${plan}`));
    let forms = 0;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      if (page.address.origin === this.#person.sandbox) return page;
      const isForm = page.content.querySelector("form.pay") !== null;
      if (isForm) {
        forms += 1;
        // A stamp that the form asks for is good after a while.
        if (forms > 1 && page.content.querySelector("input[name=stamp]") !== null) await setTimeout(READING_MS);
      }
      page = await this.open(isForm ? payForm(page, { email, provider: "so" }) : goOnFrom(page).request);
    }
    throw new Error(`${this.name} did not get to the provider: ${headingOf(page)}`);
  }

  /** Presses a button at the provider, and goes on until a page of the site that waits for somebody. */
  async press(outcome: string): Promise<Page> {
    if (this.atProvider === undefined) throw new Error(`${this.name} is not at the provider`);
    let page = await this.open(atProvider(this.atProvider.page, { outcome }));
    for (let pages = 0; pages < MOST_PAGES && page.address.origin === this.#person.sandbox; pages += 1)
      page = await this.open(atProvider(page, { outcome }));
    const { orderId } = this.atProvider;
    this.atProvider = undefined;
    if (page.address.pathname === "/paysuc") this.paid.set(orderId, { link: page.address, key: keyOn(page) });
    return page;
  }

  /** Sends the first form of a page with this intent. @returns undefined where there is none */
  async send(page: Page, intent: string): Promise<Page | undefined> {
    const field = page.content.querySelector(`form input[name=intent][value=${intent}]`);
    const form = field?.closest("form");
    return form == null ? undefined : this.open(submission(page, form, {}));
  }
}

/** What a page is, in a line: its heading, and what it says is wrong. */
export function headingOf({ content, status, address }: Page): string {
  const [heading, alert] = ["h1", "[role=alert]"].map((name) => content.querySelector(name)?.textContent?.trim());
  return [`${status} ${address.pathname} “${heading ?? ""}”`, alert].filter((one) => one !== undefined).join(": ");
}

/** @throws where a buyer leaves without a key */
function keyOn(page: Page): URL {
  const link = page.content.querySelector<HTMLAnchorElement>('main a[href*="/receipts?k="]');
  if (link === null) throw new Error(`no receipts key at ${headingOf(page)}`);
  return new URL(link.getAttribute("href") ?? "", page.address);
}
