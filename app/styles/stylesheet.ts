import type { Page } from "~/i18n/pages";
import { type Brand, brandStyles } from "~/visitor/brand/brand";
import base from "./base.css?inline";
import checkout from "./checkout.css?inline";
import compare from "./compare.css?inline";
import components from "./components.css?inline";
import handOff from "./hand-off.css?inline";
import home from "./home.css?inline";
import layout from "./layout.css?inline";
import print from "./print.css?inline";
import prose from "./prose.css?inline";
import receipts from "./receipts.css?inline";
import states from "./states.css?inline";
import subscriptions from "./subscriptions.css?inline";
import toasts from "./toasts.css?inline";
import tokens from "./tokens.css?inline";

/** What some pages need beside the styles of all; a page that becomes another in place needs the same as that one. */
const OWN: Readonly<Partial<Record<string, string>>> = {
  home,
  pricing: home + compare,
  paystatus: states + receipts,
  paysuc: states + receipts,
  receipts: compare + states + receipts,
  redirect: handOff,
  accessibility: prose,
  cancel: states + subscriptions,
  withdraw: states + subscriptions,
  renewal: states + subscriptions,
} satisfies Partial<Record<Page, string>>;

/** By page and brand; neither changes while the site runs. */
const kept = new Map<string, string>();

/**
 * The whole stylesheet of a page, inlined in it. In the browser it is read back from the document, so that the bundle
 * does not hold it a second time. The brand's colours come last; without a root loader there is no brand.
 */
export function stylesheet(brand: Brand | undefined, page = ""): string {
  if (!import.meta.env.SSR) return document.querySelector("head style")?.textContent ?? "";
  const colors = brand === undefined ? "" : brandStyles(brand);
  const key = `${page} ${colors}`;
  const styles =
    kept.get(key) ?? tokens + base + layout + components + checkout + (OWN[page] ?? "") + toasts + print + colors;
  kept.set(key, styles);
  return styles;
}
