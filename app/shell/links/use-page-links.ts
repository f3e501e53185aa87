import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { pageOf } from "~/i18n/pages";
import { paths } from "~/paths";
import { type PageLink, readPageLinks } from "./page-links";

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
export function usePageLinks(first: readonly PageLink[]): readonly PageLink[] {
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
