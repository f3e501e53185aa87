import type { Page } from "./plain-browser";
import { judgePage, type Score } from "./score";

/** Holds every page of the site that somebody sees against the rules for all pages. */
export const judging =
  (score: Score, site: string) =>
  ({ address, status, content }: Page): void => {
    if (address.origin !== site) return;
    const heading = content.querySelector("h1")?.textContent?.trim() ?? "";
    judgePage(score, { path: address.pathname, status, lang: content.documentElement.lang, heading });
  };
