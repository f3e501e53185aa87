import type { Page } from "playwright-core";

/** A phone of the middle sort. */
const CPU_SLOWDOWN = 6;

/** What a buyer may tap first on the form that pays. */
export const TAPS = {
  "another plan": "button.plan:not([aria-current])",
  Pay: ".button-pay",
  "a fold": "form.pay summary",
} as const;
export type Tap = keyof typeof TAPS;

/** Events shorter than this are not reported to pages. */
const SHORTEST_MS = 16;

/** Opens the form on a slow phone and taps before, or while, React takes over. @returns how long the tap took until its next paint, in milliseconds */
export async function readTap(page: Page, address: string, tap: Tap): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  // The page must not leave before it has been asked.
  await page.route("**", (route) => (route.request().method() === "POST" ? undefined : route.fallback()));
  await page.addInitScript(observe, SHORTEST_MS);
  await page.goto(address, { waitUntil: "commit" });
  const target = page.locator(TAPS[tap]).locator("visible=true").first();
  await target.click({ noWaitAfter: true });
  return page.evaluate(longestEvent);
}

/** In the browser, before anything of the page. */
function observe(durationThreshold: number): void {
  window.benchTaps = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (/^(pointer|click)/.test(name)) window.benchTaps?.push(duration);
  }).observe({ type: "event", buffered: true, durationThreshold });
}

declare global {
  interface Window {
    benchTaps?: number[];
  }
  interface PerformanceObserverInit {
    /** Of events, in milliseconds. */
    durationThreshold?: number;
  }
}

/** In the browser: waits for the paint after the tap, of which the browser tells a little later. 0: too short to be reported. */
async function longestEvent(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 500))));
  return Math.max(0, ...(window.benchTaps ?? []));
}
