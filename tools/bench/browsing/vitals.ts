import type { Page } from "playwright-core";

/** A phone of the middle sort on a slow mobile network. */
const CPU_SLOWDOWN = 6;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};

/** How long after its load event a page may still block. */
const AFTER_LOAD_MS = 1_500;

/** Milliseconds, but for `cls`, which has no unit. */
export interface Vitals {
  fcp: number;
  lcp: number;
  cls: number;
  /** What of the tasks after the first paint was longer than 50 ms each. */
  tbt: number;
}

/** Opens a page on a slow phone and reads what its visitor waits for. */
export async function readVitals(page: Page, address: string): Promise<Vitals> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(AFTER_LOAD_MS);
  return page.evaluate(readSeen);
}

declare global {
  interface Window {
    benchSeen?: { lcp: number; cls: number; tasks: { at: number; ms: number }[] };
  }
}

/** In the browser, before anything of the page. It has no named functions inside: those would ask for a helper of the compiler. */
function observe(): void {
  const seen: NonNullable<Window["benchSeen"]> = { lcp: 0, cls: 0, tasks: [] };
  window.benchSeen = seen;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.entryType === "largest-contentful-paint") seen.lcp = entry.startTime;
      else if (entry.entryType === "longtask") seen.tasks.push({ at: entry.startTime, ms: entry.duration });
      else if ("value" in entry && typeof entry.value === "number") seen.cls += entry.value;
    }
  });
  for (const type of ["largest-contentful-paint", "layout-shift", "longtask"])
    observer.observe({ type, buffered: true });
}

/** In the browser, when all is over. */
function readSeen(): Vitals {
  const { lcp, cls, tasks } = window.benchSeen ?? { lcp: 0, cls: 0, tasks: [] };
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const fcp = paint?.startTime ?? Number.NaN;
  const blocking = tasks.map(({ at, ms }) => Math.max(0, Math.min(ms, at + ms - fcp) - 50));
  return { fcp, lcp, cls, tbt: blocking.reduce((sum, ms) => sum + ms, 0) };
}
