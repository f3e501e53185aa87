import { useEffect, useState } from "react";
import { SLOW_ANSWER_MS } from "~/environment/slow-answer";

/** "slow": nothing has come for SLOW_ANSWER_MS; "over": nothing is waited for any more. */
export type WaitState = "waiting" | "slow" | "over";

/**
 * How the wait for something goes; it starts anew with every other `what`, and a falsy one is not waited for. No wait
 * lasts forever: browsers do not say when the visitor stops a load or when an answer will never come. It is over when
 * the page comes back from the back/forward cache.
 */
export function useWait(what: unknown): WaitState {
  const [end, setEnd] = useState<WaitState>();
  useEffect(() => {
    if (!what) return;
    const timer = window.setTimeout(() => setEnd("slow"), SLOW_ANSWER_MS);
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.clearTimeout(timer);
      setEnd("over");
    };
    window.addEventListener("pageshow", onPageShow);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pageshow", onPageShow);
      setEnd(undefined);
    };
  }, [what]);
  return what ? (end ?? "waiting") : "over";
}
