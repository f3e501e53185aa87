import { PAGES, type Page } from "~/i18n/pages";
import { log } from "~/log.server";
import { type PageLink, readPageLinks } from "./related-links";

const linkFiles = import.meta.glob<string>("../../../public/page-links/*.json", {
  eager: true,
  import: "default",
  query: "?raw",
});

/** A missing or broken file is logged, once, and its page goes without related links. */
function linksIn(page: Page): readonly PageLink[] {
  try {
    const links = readPageLinks(JSON.parse(linkFiles[`../../../public/page-links/${page}.json`] ?? "null"));
    if (links !== undefined) return links;
    log.warn({ page }, "page links missing or not of their shape");
  } catch (error) {
    log.warn({ page, err: error }, "page links are no JSON");
  }
  return [];
}

const byPage: ReadonlyMap<Page, readonly PageLink[]> = new Map(PAGES.map((page) => [page, linksIn(page)]));

/** The related links of a page, for its first render. */
export const pageLinksOf = (page: Page | undefined): readonly PageLink[] =>
  page === undefined ? [] : (byPage.get(page) ?? []);
