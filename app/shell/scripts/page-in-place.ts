import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { loadDocument } from "~/enhance/load-document";

/** What the browser shows: the data of the page's routes, by their ids, and where it is. */
export interface ShownPage {
  pathname: string;
  search: string;
  loaderData: Readonly<Record<string, unknown>>;
  actionData: Readonly<Record<string, unknown>> | null;
  errors: Readonly<Record<string, unknown>> | null;
  /** The visitor waits for another address. */
  isLoading: boolean;
}

interface Load {
  /** The address is a new one in the history. */
  isNew?: boolean;
  /** Nobody has asked for it. */
  isQuiet?: boolean;
}

export type LoadInPlace = (address: string, how?: Load) => Promise<void>;

/**
 * The page, and what loads the data of its own route anew, at the same address or at another one that has this route as well. Whatever
 * else comes back than data (a redirect, an error, nothing at all) is loaded as a document.
 */
export function usePageInPlace(first: () => ShownPage, route: string): { page: ShownPage; load: LoadInPlace } {
  const [page, setPage] = useState(first);
  const underWay = useRef<AbortController>();

  const load: LoadInPlace = useCallback(
    async (address, { isNew = false, isQuiet = false } = {}) => {
      underWay.current?.abort();
      const stop = new AbortController();
      underWay.current = stop;
      if (!isQuiet) setPage((shown) => ({ ...shown, isLoading: true }));
      const { pathname, search } = new URL(address, location.href);
      const answer = await askRoute(route, pathname + search, stop.signal);
      if (stop.signal.aborted) return;
      if (answer.leadsTo !== undefined) return loadDocument(answer.leadsTo, { isReplacing: !isNew });
      if (isNew) history.pushState(null, "", address);
      startTransition(() =>
        setPage(({ loaderData, actionData }) => ({
          pathname,
          search,
          loaderData: { ...loaderData, [route]: answer.data },
          actionData: isQuiet ? actionData : null,
          errors: null,
          isLoading: false,
        })),
      );
    },
    [route],
  );
  useStepsInHistory(page, load);
  return { page, load };
}

/** A step back or forward to an address that this document has shown. A link to a place of the page is such a step, too: it changes nothing. */
function useStepsInHistory({ pathname, search }: ShownPage, load: LoadInPlace): void {
  useEffect(() => {
    const onStep = () => {
      if (location.pathname + location.search !== pathname + search) load(location.href);
    };
    addEventListener("popstate", onStep);
    return () => removeEventListener("popstate", onStep);
  }, [pathname, search, load]);
}

interface Answer {
  data?: unknown;
  /** There is no data: this document has to be loaded. */
  leadsTo?: string;
}

async function askRoute(route: string, address: string, signal: AbortSignal): Promise<Answer> {
  const asked = new URL(address, location.href);
  asked.searchParams.set("_data", route);
  try {
    const response = await fetch(asked, { signal });
    if (response.status === 200) return { data: await response.json() };
    return { leadsTo: response.headers.get("X-Remix-Redirect") ?? address };
  } catch {
    return { leadsTo: address };
  }
}
