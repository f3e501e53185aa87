import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { loadDocument } from "~/enhance/load-document";
import { secondsUntilNext } from "~/orders/order-states";
import { useFrame } from "~/shell/page-frame";
import { takesDocument } from "~/version/document-due";

interface PollAnswer {
  kind: string;
  retryAfter?: number;
  /** The payments API has logged the visitor out. */
  isLoggedOut?: boolean;
}

const isPollAnswer = (value: unknown): value is PollAnswer =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";

async function askState(address: string, signal: AbortSignal): Promise<PollAnswer | undefined> {
  try {
    const response = await fetch(address, { signal, headers: { Accept: "application/json" } });
    const answer: unknown = await response.json();
    return response.ok && isPollAnswer(answer) ? answer : undefined;
  } catch {
    // Offline or aborted: the next poll asks again.
    return undefined;
  }
}

/**
 * Keeps the page of an unsettled order up to date: polls on the schedule on which pages without scripts refresh, and
 * loads the page's data again once the order's screen changes; from a newer build the whole page.
 */
export function useStatusPoll(address: string | undefined, shown: string): void {
  const { revalidate } = useRevalidator();
  const isAsked = useFrame().question !== undefined;
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (address === undefined) return;
    const stop = new AbortController();
    let timer: number | undefined;
    const plan = (check: number, retryAfter?: number) => {
      timer = window.setTimeout(() => ask(check), secondsUntilNext(check, retryAfter) * 1000);
    };
    const ask = async (check: number) => {
      const state = await askState(address, stop.signal);
      if (stop.signal.aborted) return;
      // A visitor who was logged out is asked by the page that is loaded, once.
      if (state !== undefined && (state.kind !== shown || (state.isLoggedOut && !isAsked))) {
        if (takesDocument(pathname)) loadDocument(pathname + search, { isReplacing: true });
        else revalidate();
      }
      plan(check + 1, state?.retryAfter);
    };
    plan(0);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [address, shown, isAsked, revalidate, pathname, search]);
}
