import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type DevServer, startDevServer } from "../dev-server";
import { hydrated } from "../hydrated";
import { journey } from "../journey";

let dev: DevServer;
const ownSite = async () => {
  dev = await startDevServer();
  return dev;
};

/** A file as somebody types it, and what it says on the home page. */
const TYPED = [
  ["locales/en/home.json", /"plansHeading": "[^"]*"/, '"plansHeading": "Typed heading"', "Typed heading"],
  ["app/styles/tokens.css", /--round: \w+/, "--round: 77px", "--round: 77px"],
  ["app/visitor/brand/default.json", /"appName": "[^"]*"/, '"appName": "Typed VPN"', "Typed VPN"],
] as const;

/** Marks the document, so that another one is told from it. */
const mark = (page: Page) => page.evaluate(() => void document.documentElement.setAttribute("data-before", ""));

/** What a page says, and the one measure that is typed: the styles may be in a file beside it. */
const seenIn = async (page: Page): Promise<string> => {
  const round = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--round"));
  return `${await page.content()} --round: ${round.trim()}`;
};

journey.withScripts(
  "in development a text, a colour and a brand are seen as they are typed",
  { ownSite },
  async (trip) => {
    const { page, site } = trip;
    await page.goto("/");
    for (const [file, from, to, shown] of TYPED) {
      await hydrated(page);
      await mark(page);
      dev.type(file, from, to);
      await page.locator("html:not([data-before])").waitFor();
      // One file can bring a document more than once, the first of them from before the server has read it.
      await expect.poll(() => seenIn(page)).toContain(shown);
      await expect.poll(async () => (await fetch(site.addresses.site)).text()).toContain(shown);
    }
  },
);
