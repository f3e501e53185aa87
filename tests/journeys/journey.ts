import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { LocaleCode } from "~/i18n/locales";
import { startChromium } from "../setup/chromium";
import { complaintsOf } from "./complaints";
import { journeyError } from "./outrun";
import type { RunningSite } from "./running-site";
import { Visitor } from "./visitor";

interface BrowserOptions {
  /** Statuses of 400 and above that are part of the journey; any other one fails it. */
  statuses?: readonly number[];
  /** What the browser says by Accept-Language. */
  browserLanguage?: string;
  /** Where its clock is; by default where the machine's is. */
  timeZone?: string;
  /** What it says by User-Agent, where it is not an ordinary one. */
  userAgent?: string;
  /** The browser is one of its own, with a back/forward cache. */
  keepsPages?: boolean;
  /** Its text is twice as large. */
  hasLargeText?: boolean;
}

interface Options extends BrowserOptions {
  lang?: LocaleCode;
  /** Starts a site for this journey alone; otherwise all share one. */
  ownSite?: () => Promise<RunningSite>;
}

export interface Journey {
  page: Page;
  context: BrowserContext;
  visitor: Visitor;
  site: RunningSite;
  hasScripts: boolean;
  /** The same person in another, ordinary browser, which knows nothing of what happened before. */
  inOtherBrowser(goOn: (there: Visitor) => Promise<void>): Promise<void>;
}

type Run = (journey: Journey) => Promise<void>;
type Modes = readonly (typeof WITH | typeof WITHOUT)[];

const WITH = { hasScripts: true, label: "with scripts" } as const;
const WITHOUT = { hasScripts: false, label: "without scripts" } as const;

/** For one step; waiting pages ask again after 2, 3, 5 and 10 seconds. */
const PATIENCE_MS = 60_000;

/** Connected to once per worker, for all its journeys; the browsers themselves end with the run. */
const shared: { browser?: Promise<Browser>; largeTextBrowser?: Promise<Browser> } = {};

function sharedBrowser(name: keyof typeof shared = "browser"): Promise<Browser> {
  shared[name] ??= chromium.connect(inject(name));
  return shared[name];
}

/** A fresh window of the one browser, with nothing kept from before. */
export async function newContext(options: Parameters<Browser["newContext"]>[0]): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

async function travel(mode: Modes[number], options: Options, run: Run): Promise<void> {
  const site = await (options.ownSite?.() ?? sharedSite());
  try {
    await travelOn(site, mode, options, run);
  } finally {
    await site.stop();
  }
}

async function travelOn(site: RunningSite, mode: Modes[number], options: Options, run: Run): Promise<void> {
  const { lang = "en", userAgent, keepsPages, hasLargeText, ...ordinary } = options;
  const { hasScripts } = mode;
  await inBrowser(site, mode, { ...ordinary, userAgent, keepsPages, hasLargeText }, async (page, context) => {
    const visitor = new Visitor(page, lang, site.addresses);
    const inOtherBrowser: Journey["inOtherBrowser"] = (goOn) =>
      inBrowser(site, mode, ordinary, (other) => goOn(visitor.inTab(other)));
    await run({ page, context, visitor, site, hasScripts, inOtherBrowser });
  });
}

async function inBrowser(
  { addresses }: RunningSite,
  { hasScripts }: Modes[number],
  { statuses = [], browserLanguage = "en-US", keepsPages = false, hasLargeText = false, ...told }: BrowserOptions,
  run: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const own = keepsPages ? await startChromium({ keepsPages, hasLargeText }) : undefined;
  const ordinary = () => sharedBrowser(hasLargeText ? "largeTextBrowser" : "browser");
  const browser = await (own === undefined ? ordinary() : chromium.connect(own.wsEndpoint()));
  const context = await browser.newContext({
    javaScriptEnabled: hasScripts,
    locale: browserLanguage,
    baseURL: addresses.site,
    timezoneId: told.timeZone,
    userAgent: told.userAgent,
    ignoreHTTPSErrors: addresses.site.startsWith("https:"),
  });
  const complaints = complaintsOf(context, addresses.site, statuses);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  try {
    await run(page, context);
    expect(complaints, "what the browser complained about").toEqual([]);
  } catch (error) {
    throw journeyError(error, page.url(), complaints);
  } finally {
    await context.close();
    await own?.close();
  }
}

/** Other journeys are on it: it is neither stopped nor killed. */
function sharedSite(): RunningSite {
  const refuse = () => Promise.reject(new Error("Only a journey with a site of its own may kill it"));
  return { addresses: inject("addresses"), kill: refuse, restart: refuse, stop: async () => undefined };
}

const register =
  (modes: Modes) =>
  (name: string, ...rest: [Run] | [Options, Run]): void => {
    const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
    for (const mode of modes) test.concurrent(`${name} (${mode.label})`, () => travel(mode, options, run));
  };

/** What a visitor lives through, told once and travelled twice: with scripts and without. Nothing may complain. */
export const journey = Object.assign(register([WITH, WITHOUT]), {
  withScripts: register([WITH]),
  withoutScripts: register([WITHOUT]),
});
