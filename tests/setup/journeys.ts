import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { buildIfStale } from "../../host/start/build.mjs";
import { type Addresses, startSite } from "../journeys/running-site";
import { startChromium } from "./chromium";
import { isFull } from "./effort";

const ROOT = resolve(import.meta.dirname, "../..");

declare module "vitest" {
  export interface ProvidedContext {
    /** The site that all journeys share, and its sandbox. */
    addresses: Addresses;
    /** Where the browser is reached that most journeys share. */
    browser: string;
    /** And one whose text is twice as large; empty in `npm test`, where nobody needs it. */
    largeTextBrowser: string;
  }
}

/** One build of the app and of its host, one site with its sandbox, and the browsers that journeys share; all of them end with the run. */
export default async function startJourneys({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildIfStale(ROOT, "app");
  await buildIfStale(ROOT, "host");
  const browser = await startChromium();
  const largeTextBrowser = isFull ? await startChromium({ hasLargeText: true }) : undefined;
  // Journeys that come from an address of their own say so as a proxy would.
  const site = await startSite();
  provide("addresses", site.addresses);
  provide("browser", browser.wsEndpoint());
  provide("largeTextBrowser", largeTextBrowser?.wsEndpoint() ?? "");
  return async () => {
    await Promise.all([browser.close(), largeTextBrowser?.close()]);
    await site.stop();
  };
}
