import { useEffect, useRef, useState } from "react";

/**
 * For what cannot be done without a connection: `isStopped()` asks whether there is none, and `isOffline` stays true
 * after such an answer until the browser is online again. A browser that called itself offline when this page came all
 * the same is not believed: behind some VPNs, and beside a site on its own machine, it always says so.
 */
export function useOffline() {
  const [isOffline, setOffline] = useState(false);
  const isBelieved = useRef(false);
  useEffect(() => {
    const look = () => {
      if (!navigator.onLine) return;
      isBelieved.current = true;
      setOffline(false);
    };
    look();
    window.addEventListener("online", look);
    // A page in the back/forward cache is told nothing.
    window.addEventListener("pageshow", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("pageshow", look);
    };
  }, []);

  const isStopped = () => {
    const isGone = isBelieved.current && !navigator.onLine;
    setOffline(isGone);
    return isGone;
  };
  return { isOffline, isStopped };
}
