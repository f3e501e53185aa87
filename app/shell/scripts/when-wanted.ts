/** Lets the browser do what waits, so that what scripts do at their start is never one long task. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const TOUCHES = ["pointerdown", "touchstart", "keydown", "focusin"] as const;

/** When a page that is never idle gets its scripts all the same, in milliseconds after it has loaded. */
const LATEST_START_MS = 2_000;

/** Where browsers do not say when they are idle (Safari). */
const START_SOON_MS = 200;

/**
 * Waits until the page has loaded and the browser has nothing else to do, or until the visitor touches the page, whichever comes
 * first. What is touched before works as it does without scripts, so nothing is lost.
 */
export const whenWanted = (): Promise<void> =>
  new Promise((resolve) => {
    const start = () => {
      for (const name of TOUCHES) removeEventListener(name, start, true);
      resolve();
    };
    const whenIdle = () => {
      if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: LATEST_START_MS });
      else setTimeout(start, START_SOON_MS);
    };
    for (const name of TOUCHES) addEventListener(name, start, { capture: true, passive: true });
    if (document.readyState === "complete") whenIdle();
    else addEventListener("load", whenIdle, { once: true });
  });
