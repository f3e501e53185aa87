import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

const FROM_V3 = "from-v3";
const FLAG_MS = 1_000;

/** The cookie that CJ's click leaves, and that its own script may set. */
const isOfCj = (): boolean => /(?:^|; )cje-client=[^;]/.test(document.cookie);

/**
 * What a link says about where its visitor comes from, left in session storage: the channel, which for CJ's visitors is
 * always CJ's own, and for a second `from=v3`.
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
