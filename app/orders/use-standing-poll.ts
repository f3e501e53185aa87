import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { secondsUntilNext } from "./poll-schedule";

interface Standing {
  kind: string;
  retryAfter?: number;
}

const isStanding = (value: unknown): value is Standing =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";

async function askStanding(address: string, signal: AbortSignal): Promise<Standing | undefined> {
  try {
    const response = await fetch(address, { signal, headers: { Accept: "application/json" } });
    const answer: unknown = await response.json();
    return response.ok && isStanding(answer) ? answer : undefined;
  } catch {
    // Offline, or cut off: the next round asks again.
    return undefined;
  }
}

/**
 * Keeps a page about an unsettled order up to date in place: asks on the schedule that pages without script refresh on,
 * and loads the page's data again once the order has moved on.
 */
export function useStandingPoll(address: string | undefined, shown: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (address === undefined) return;
    const stop = new AbortController();
    let timer: number | undefined;
    const plan = (check: number, retryAfter?: number) => {
      timer = window.setTimeout(() => ask(check), secondsUntilNext(check, retryAfter) * 1000);
    };
    const ask = async (check: number) => {
      const standing = await askStanding(address, stop.signal);
      if (stop.signal.aborted) return;
      if (standing !== undefined && standing.kind !== shown) revalidate();
      plan(check + 1, standing?.retryAfter);
    };
    plan(0);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [address, shown, revalidate]);
}
