import type { Page } from "playwright-core";

/** A phone of the middle sort. */
const CPU_SLOWDOWN = 6;

/** What a buyer may tap first on the form that pays; on a phone the other plans are the address's target. */
export const TAPS = {
  "another plan": { at: "/payment/yearly#plans", element: "button.plan:not([aria-current])" },
  Pay: { at: "/payment/yearly", element: ".button-pay" },
  "a fold": { at: "/payment/yearly", element: "form.pay summary" },
} as const;
export type Tap = keyof typeof TAPS;

/** Events shorter than this are not reported to pages. */
const SHORTEST_MS = 16;

/** Opens the form on a slow phone and taps before, or while, React takes over. @returns how long the tap took until its next paint, in milliseconds */
export async function readTap(page: Page, tap: Tap): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  // No content: the page stays, so that it can be asked.
  await page.route("**", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 204 }) : route.fallback(),
  );
  await page.addInitScript(observe, SHORTEST_MS);
  await page.goto(TAPS[tap].at, { waitUntil: "commit" });
  const target = page.locator(TAPS[tap].element).locator("visible=true").first();
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
