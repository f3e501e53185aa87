import { recordEvent } from "~/analytics/record-event.server";
import { consentOf } from "~/visitor/visitor.server";
import type { Books, Cuts } from "./books";
import { Browser, type BrowserKind } from "./browser";
import type { Chance } from "./chance";

export const LANGUAGES = ["en", "de", "fr", "es", "ar"] as const;
type Language = (typeof LANGUAGES)[number];

/** How a visitor stands to being counted. `asked`: is in a country that asks, and does not answer. */
export type Stance = "agreed" | "refused" | "signal" | "nobodyAsks" | "asked";

const NETWORKS = { cjevent: "cj", cfclick: "cf", admitad_uid: "admitad" } as const;
type Click = keyof typeof NETWORKS;

/** What a link says about where its visitor comes from. */
export interface Link {
  utm_source?: string;
  channel?: string;
  click?: { param: Click; id: string };
}

/** Ids of views that were told and counted: anybody may send one again. */
const MOST_KNOWN_VIEWS = 1_000;

export interface World {
  books: Books;
  /** The last views that were counted. */
  countedViews: string[];
}

/** Somebody who looks at pages. What is expected of each deed is worked out here, apart from the site's code. */
export class Visitor {
  readonly browser: Browser;
  /** Which network's click counts, and which channel: the last one does. */
  private click: { network: string; id: string } | undefined;
  private channel: string | undefined;

  constructor(
    private readonly world: World,
    private readonly chance: Chance,
    kind: BrowserKind,
    private stance: Stance,
    readonly language: Language,
  ) {
    this.browser = new Browser(kind, chance);
    const { cookies } = this.browser;
    if (kind.mode === "light") cookies.set("lite", "1");
    if (stance === "agreed" || (stance === "signal" && chance.is(0.5))) cookies.set("consent", "1");
    if (stance === "refused") cookies.set("consent", "0");
  }

  get isCounted(): boolean {
    return this.stance === "agreed" || this.stance === "nobodyAsks";
  }

  /** The visit before this one, of which the browser still has everything. */
  wasHereBefore(): void {
    const [id, click] = [this.chance.uuid(), this.chance.uuid()];
    this.browser.cookies.set("userId", id);
    this.browser.cookies.set("_aid", click);
    if (this.browser.kind.mode === "scripts") this.browser.stored = id;
    if (this.isCounted) this.click = { network: "admitad", id: click };
  }

  /** Its cookies were deleted; what scripts keep was not. */
  hasStorageOnly(): void {
    this.browser.stored = this.chance.uuid();
  }

  /** Takes back what they agreed to: the click goes, and with it the channel that came with it. */
  withdraw(): void {
    this.stance = "refused";
    this.browser.cookies.set("consent", "0");
    if (this.click?.network === "cj") this.channel = undefined;
    this.click = undefined;
  }

  /** What is told of an event that happens now. */
  cuts(scripts: Cuts["scripts"]): Cuts {
    return { language: this.language, channel: this.channel, scripts };
  }

  /** Whom a purchase now is owed to. */
  get owed(): { network: string | null; click: string | null } {
    return { network: this.click?.network ?? null, click: this.click?.id ?? null };
  }

  path(rest: string): string {
    return this.language === "en" ? rest : `/${this.language}${rest === "/" ? "" : rest}`;
  }

  /**
   * Looks at a page, and with scripts at some more without a new document. @returns the id for analytics that its forms have
   * @param shows which offers the page has
   */
  async look(rest: string, shows: "nothing" | "plans" | "checkout", link: Link = {}): Promise<string> {
    const address = this.path(rest) + queryOf(link);
    this.comeBy(link);
    const opened = await this.browser.open(address);
    const scripts = this.browser.kind.mode === "light" ? "off" : undefined;
    if (shows !== "nothing") {
      recordEvent(opened.request, "plan_view", { plans: 4, price_country: "US", currency: "USD" });
      this.count("plan_view", opened.frontId, scripts);
    }
    if (shows === "checkout") {
      recordEvent(opened.request, "plan_select", { plan_id: "monthly", currency: "USD", amount: 11.99 });
      this.count("plan_select", opened.frontId, scripts);
    }
    await consentOf(opened.request);
    if (this.browser.kind.mode === "scripts") await this.tellViews(opened.id, address);
    else await this.viewWithoutScripts(opened, address);
    return opened.frontId;
  }

  count(name: string, frontId: string, scripts: Cuts["scripts"], provider?: string): void {
    if (!this.isCounted) return;
    const cuts = this.cuts(scripts);
    this.world.books.note(name, frontId, provider === undefined ? cuts : { ...cuts, provider });
  }

  /** The last link counts: a click of any network, and a campaign clears the click before it. */
  private comeBy({ click, utm_source, channel }: Link): void {
    const before = this.click;
    if (this.isCounted && click !== undefined) this.click = { network: NETWORKS[click.param], id: click.id };
    else if (this.isCounted && utm_source !== undefined) this.click = undefined;
    const isChannelGone = before?.network === "cj" && this.click?.network !== "cj";
    if (this.click?.network === "cj") this.channel = "cj";
    else this.channel = channel ?? (isChannelGone ? undefined : this.channel);
  }

  private async viewWithoutScripts(opened: Awaited<ReturnType<Browser["open"]>>, address: string): Promise<void> {
    const isPicture = this.browser.kind.mode === "picture";
    const { id, frontId } = isPicture ? await this.browser.loadPicture(opened, address) : opened;
    this.count("page_show", frontId, "off");
    this.remember(id);
  }

  private async tellViews(documentId: string, address: string): Promise<void> {
    const { chance, browser } = this;
    const frontId = browser.runScripts();
    const ids = [documentId, ...Array.from({ length: chance.between(0, 3) }, () => chance.uuid())];
    for (const _ of ids) this.count("page_show", frontId, "on");
    const views = ids.map((id) => ({ id, address, ago: chance.between(0, 60_000) }));
    // Somebody else's view counts once, for whom it was told of first.
    const known = chance.is(0.1)
      ? this.world.countedViews[chance.between(0, this.world.countedViews.length)]
      : undefined;
    if (known !== undefined) views.push({ id: known, address, ago: 0 });
    for (const id of ids) this.remember(id);
    await browser.tell(views);
    if (chance.is(0.1)) await browser.tell(views);
  }

  private remember(id: string): void {
    const { countedViews } = this.world;
    if (!this.isCounted) return;
    if (countedViews.length < MOST_KNOWN_VIEWS) countedViews.push(id);
    else countedViews[this.chance.between(0, MOST_KNOWN_VIEWS)] = id;
  }
}

function queryOf({ utm_source, channel, click }: Link): string {
  const params = new URLSearchParams();
  if (utm_source !== undefined) params.set("utm_source", utm_source);
  if (channel !== undefined) params.set("channel", channel);
  if (click !== undefined) params.set(click.param, click.id);
  return params.size === 0 ? "" : `?${params}`;
}
