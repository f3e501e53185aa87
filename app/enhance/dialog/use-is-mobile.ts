import { useSyncExternalStore } from "react";

/** Narrower than 768 px; a fraction less than that is still narrow. */
const MOBILE = "(max-width: 767.98px)";

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(MOBILE);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Whether the viewport is as narrow as a phone's, kept up to date. The server cannot know, and takes it to be wide. */
export const useIsMobile = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(MOBILE).matches,
    () => false,
  );
