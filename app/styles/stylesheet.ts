import type { Page } from "~/i18n/pages";
import { type Brand, brandStyles } from "~/visitor/brand/brand";
import base from "./base.css?inline";
import checkout from "./checkout.css?inline";
import components from "./components.css?inline";
import handOff from "./hand-off.css?inline";
import layout from "./layout.css?inline";
import print from "./print.css?inline";
import prose from "./prose.css?inline";
import receipts from "./receipts.css?inline";
import states from "./states.css?inline";
import subscriptions from "./subscriptions.css?inline";
import toasts from "./toasts.css?inline";
import tokens from "./tokens.css?inline";

const WITH_SUBSCRIPTIONS: readonly string[] = ["cancel", "withdraw", "renewal"] satisfies Page[];

/** Pages with what was paid, and those that become one of them in place. */
const WITH_RECEIPTS: readonly string[] = ["paystatus", "paysuc", "receipts"] satisfies Page[];

const HAND_OFF = "redirect" satisfies Page;

/** A page of running text. */
const STATEMENT = "accessibility" satisfies Page;

/**
 * The whole stylesheet of a page, inlined in it. In the browser it is read back from the document, so that the bundle
 * does not hold it a second time. The brand's colours come last; without a root loader there is no brand.
 */
export function stylesheet(brand: Brand | undefined, page = ""): string {
  if (import.meta.env.SSR)
    return (
      tokens +
      base +
      layout +
      components +
      checkout +
      (page === HAND_OFF ? handOff : "") +
      (page === STATEMENT ? prose : "") +
      (WITH_RECEIPTS.includes(page) ? states + receipts : "") +
      (WITH_SUBSCRIPTIONS.includes(page) ? states + subscriptions : "") +
      toasts +
      print +
      (brand === undefined ? "" : brandStyles(brand))
    );
  return document.querySelector("head style")?.textContent ?? "";
}
