import { useEffect } from "react";
import { loadDocument } from "~/enhance/load-document";

/** Loads the page again where it is looked at once more after so many seconds: its code for the app is over then. */
export function useFreshPage(seconds: number | undefined): void {
  useEffect(() => {
    if (seconds === undefined) return;
    const over = Date.now() + seconds * 1_000;
    const renew = () => {
      const { pathname, search } = window.location;
      if (document.visibilityState === "visible" && Date.now() >= over)
        loadDocument(pathname + search, { isReplacing: true });
    };
    document.addEventListener("visibilitychange", renew);
    window.addEventListener("pageshow", renew);
    return () => {
      document.removeEventListener("visibilitychange", renew);
      window.removeEventListener("pageshow", renew);
    };
  }, [seconds]);
}
