import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

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

/** Some browsers refuse storage altogether; then there is no mark. */
function mark(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {}
}

function unmark(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {}
}
