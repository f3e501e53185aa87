import { useEffect, useState } from "react";
import { noteNewVersion } from "./document-due";
import { isSlowLink, onReturn } from "./when-to-ask";

const START_AFTER_MS = 1_000;

/**
 * Notices that a newer build of the site is out: by asking for it where the server names its `build`, and by a part of the page
 * that no longer loads. What asks is loaded a second after the page, on slow links only when the visitor comes back to it.
 */
export function useNewVersion(build: string | undefined): void {
  // The document's own, though loaders that run again may answer from a newer one.
  const [running] = useState(build);
  useEffect(() => {
    // Vite's event for an import() that fails.
    window.addEventListener("vite:preloadError", noteNewVersion);
    return () => window.removeEventListener("vite:preloadError", noteNewVersion);
  }, []);
  useEffect(() => {
    if (running === undefined) return;
    let isLeft = false;
    let end = () => {};
    const watch = () => {
      end();
      import("./watch-version").then(
        ({ watchVersion }) => {
          if (!isLeft) end = watchVersion(running);
        },
        () => {},
      );
    };
    if (isSlowLink()) end = onReturn(watch);
    else {
      const timer = setTimeout(watch, START_AFTER_MS);
      end = () => clearTimeout(timer);
    }
    return () => {
      isLeft = true;
      end();
    };
  }, [running]);
}
