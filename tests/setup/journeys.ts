import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { build, isBuildStale } from "../../host/start/build";
import { type Addresses, startSite } from "../journeys/running-site";
import { startChromium } from "./chromium";

const ROOT = resolve(import.meta.dirname, "../..");

declare module "vitest" {
  export interface ProvidedContext {
    /** The site that all journeys share, and its sandbox. */
    addresses: Addresses;
    /** Where the one browser of all journeys is reached. */
    browser: string;
  }
}

/** One build, one site with its sandbox and one browser for all journeys; all of them end with the run. */
export default async function startJourneys({ provide }: TestProject): Promise<() => Promise<void>> {
  if (await isBuildStale(ROOT)) await build(ROOT, new AbortController().signal);
  const browser = await startChromium();
  // Journeys that come from an address of their own say so as a proxy would.
  const site = await startSite({ TRUST_PROXY_HOPS: "1" });
  provide("addresses", site.addresses);
  provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await site.stop();
  };
}
