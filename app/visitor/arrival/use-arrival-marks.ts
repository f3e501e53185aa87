import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { store } from "~/visitor/browser/stored";

const FROM_V3 = "from-v3";
const FLAG_MS = 1_000;

/** The cookie of a click from CJ; CJ's own script may set it as well. */
const isOfCj = (): boolean => /(?:^|; )cje-client=[^;]/.test(document.cookie);

/**
 * Stores in session storage where the visitor comes from: the channel (always CJ's own for its visitors), and a mark
 * for `from=v3`.
 */
export function useArrivalMarks(): void {
  const { search } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const channel = isOfCj() ? "cj" : params.get("channel");
    if (channel) mark("channel", channel);
    if (params.get("from") !== "v3") return;
    mark(FROM_V3, "1");
    const timer = setTimeout(unmark, FLAG_MS, FROM_V3);
    return () => {
      clearTimeout(timer);
      unmark(FROM_V3);
    };
  }, [search]);
}

function mark(name: string, value: string | null): void {
  store("sessionStorage", name, value);
}

const unmark = (name: string) => mark(name, null);
