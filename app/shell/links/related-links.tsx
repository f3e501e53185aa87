import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LocaleCode } from "~/i18n/locales";
import { pageOf } from "~/i18n/pages";
import { paths } from "~/paths";

/** Pages that a related link may lead to. */
const TARGETS = ["home", "payment", "pricing", "receipts"] as const;
/** Message keys in `nav` that a related link may have as its label. */
const LABELS = ["home", "plans", "pricing", "receipts"] as const;

export interface PageLink {
  page: (typeof TARGETS)[number];
  label: (typeof LABELS)[number];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isPageLink = (value: unknown): value is PageLink =>
  isObject(value) &&
  "page" in value &&
  TARGETS.some((page) => page === value.page) &&
  "label" in value &&
  LABELS.some((label) => label === value.label);

/** The links in a `public/page-links/{page}.json`; undefined where it has another shape. Also runs in the browser. */
export function readPageLinks(file: unknown): PageLink[] | undefined {
  if (!isObject(file) || !("links" in file) || !Array.isArray(file.links)) return undefined;
  return file.links.every(isPageLink) ? file.links : undefined;
}

async function fetchPageLinks(address: string, signal: AbortSignal): Promise<readonly PageLink[]> {
  try {
    const answer = await fetch(address, { signal });
    const links = answer.ok ? readPageLinks(await answer.json()) : undefined;
    if (links !== undefined) return links;
    console.info("No page links at", address);
  } catch (error) {
    if (!signal.aborted) console.info("No page links at", address, error);
  }
  return [];
}

/** The related links of the current page: from the server for the first page, loaded after each navigation. */
function usePageLinks(first: readonly PageLink[]): readonly PageLink[] {
  const { pathname } = useLocation();
  const [links, setLinks] = useState(first);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const page = pageOf(pathname);
    if (page === undefined) return setLinks([]);
    const leaving = new AbortController();
    fetchPageLinks(paths.pageLinks(page), leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setLinks(found);
    });
    return () => leaving.abort();
  }, [pathname]);
  return links;
}

/** Links to related pages, from the page's data file. */
export function RelatedLinks({ frame }: { frame: { lang: LocaleCode; pageLinks: readonly PageLink[] } }) {
  const { t } = useTranslation("nav");
  const links = usePageLinks(frame.pageLinks);
  if (links.length === 0) return null;
  return (
    <nav className="related" aria-label={t("related")}>
      <ul className="link-row">
        {links.map(({ page, label }) => (
          <li key={page}>
            <a href={paths[page](frame.lang)}>{t(label)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
