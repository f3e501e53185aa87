import { resolve } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { build, isBuildStale } from "../../host/start/build";
import { type Addresses, startSite } from "../journeys/running-site";
import { findChromium } from "./chromium";

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
  const browser = await startBrowser();
  const site = await startSite();
  provide("addresses", site.addresses);
  provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await site.stop();
  };
}

/** @throws where there is no browser, or none that starts: journeys are never skipped. */
async function startBrowser() {
  const { executablePath, env } = await findChromium();
  return chromium
    .launchServer({ executablePath, args: ["--no-sandbox", "--disable-gpu"], env: { ...process.env, ...env } })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The browser ${executablePath} does not start. Set CHROMIUM_PATH to one that does.\n${reason}`);
    });
}
