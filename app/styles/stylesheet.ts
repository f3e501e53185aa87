import { SLOW_ANSWER_MS } from "~/environment/slow-answer";
import { DEFAULT_LOCALE, type LocaleCode } from "~/i18n/locales";
import { memo } from "~/i18n/memo";
import type { Page } from "~/i18n/pages";
import { type Brand, brandStyles } from "~/visitor/brand/brand";
import checkout from "./checkout.css?inline";
import compare from "./compare.css?inline";
import everyPage from "./every-page.css?inline";
import facts from "./facts.css?inline";
import handOff from "./hand-off.css?inline";
import home from "./home.css?inline";
import linkedFile from "./linked.css?url";
import prose from "./prose.css?inline";
import receipts from "./receipts.css?inline";
import scan from "./scan.css?inline";
import { scriptStyles } from "./script-styles";
import states from "./states.css?inline";
import subscriptions from "./subscriptions.css?inline";

/**
 * Of a purchase, and in linked.css: what some pages need beside the styles of all; a page that becomes another in place needs the same as
 * that one. The short checkout is a page of pricing.
 */
const OF_PURCHASE: Readonly<Partial<Record<string, string>>> = {
  home,
  payment: checkout,
  pricing: checkout + home + compare,
  paystatus: facts + states + receipts,
  paysuc: facts + states + receipts + scan,
  open: states + scan,
  receipts: facts + compare + states + receipts,
  redirect: facts + handOff,
  account: facts,
  cancel: facts + states,
  withdraw: facts + states,
  renewal: facts + states,
} satisfies Partial<Record<Page, string>>;

/** What few come for: always in its page. */
const OF_FEW: Readonly<Partial<Record<string, string>>> = {
  accessibility: prose,
  "money-back": prose,
  cancel: subscriptions,
  withdraw: subscriptions,
  renewal: subscriptions,
} satisfies Partial<Record<Page, string>>;

/** The text of a page's style element, and the file that it links beside; neither changes while the site runs. */
export interface Styles {
  inline: string;
  /** The file's address. */
  linked?: string;
  /** The same, where the page has all in it: pages after this one will want it. */
  later?: string;
}

/** What a page's styles depend on. */
interface Styled {
  page: string;
  lang: LocaleCode;
  brand: Brand;
  hasLinkedStyles: boolean;
}

/** What components.css covers a waiting page for. */
const SLOW_ANSWER = `:root{--slow-answer:${SLOW_ANSWER_MS}ms}`;

/** @param last what the script and the brand add */
const pageStyles = memo((page: string, hasLinkedStyles: boolean, last: string): Styles => {
  const beside = (OF_FEW[page] ?? "") + last;
  if (hasLinkedStyles) return { inline: beside, linked: linkedFile };
  return { inline: everyPage + (OF_PURCHASE[page] ?? "") + beside, later: linkedFile };
});

const stylesOfDocument = (): Styles => ({
  inline: document.querySelector("head style")?.textContent ?? "",
  linked: document.querySelector("head link[rel=stylesheet]")?.getAttribute("href") ?? undefined,
  later: document.querySelector("head link[rel=prefetch]")?.getAttribute("href") ?? undefined,
});

/**
 * The whole stylesheet of a page in it, or most of it in a file, which pages share. In the browser it is read
 * back from the document, so that the bundle does not hold it a second time. What the language's script wants follows, and the brand's
 * colours come last; where the root loader failed there is no frame and no brand.
 */
export function stylesOf(frame: Styled | undefined): Styles {
  if (!import.meta.env.SSR) return stylesOfDocument();
  const { page = "other", lang = DEFAULT_LOCALE, hasLinkedStyles = false, brand } = frame ?? {};
  const last = SLOW_ANSWER + scriptStyles(lang) + (brand === undefined ? "" : brandStyles(brand));
  return pageStyles(page, hasLinkedStyles, last);
}
