declare global {
  interface Navigator {
    /** Chromium only. */
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/** Whether the visitor saves data, or their connection is so slow that nothing is loaded before it is needed. */
export const isSlowLink = (): boolean => {
  const { saveData = false, effectiveType = "" } = navigator.connection ?? {};
  return saveData || effectiveType.endsWith("2g");
};

/** Runs whenever the visitor comes back: to the tab, or to the page by the back/forward cache. @returns what ends that */
export function onReturn(run: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === "visible") run();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) run();
  };
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    document.removeEventListener("visibilitychange", onVisible);
    window.removeEventListener("pageshow", onPageShow);
  };
}
