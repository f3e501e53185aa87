import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { travel } from "../../../tools/bench/browsing/screens";
import { type Journey, journey } from "../journey";
import type { Visitor } from "../visitor";

const MOST_PAGE_BYTES = 14_000;
const MOST_SCRIPT_BYTES = 68_000;
const MOST_SCRIPTS = 2;

/** Loaded a second after the page, or when something is shown; not part of its start. */
const ON_DEMAND = /\/(watch-version|toast-controls|dialog)-/;

/** How many bytes an address sends to a browser that takes brotli. */
async function sentBytes(address: string): Promise<number> {
  const request = get(address, { headers: { "accept-encoding": "br" } });
  const [answer]: IncomingMessage[] = await once(request, "response");
  if (answer === undefined) throw new Error("No answer came");
  expect(answer.headers["content-encoding"], address).toBe("br");
  return (await buffer(answer)).length;
}

/** The scripts that a page loads from the start. */
async function scriptsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return [...new Set(names)].filter((name) => new URL(name).pathname.endsWith(".js") && !ON_DEMAND.test(name));
}

/** The page that is open, as any visitor would get it. */
async function expectLight({ page, lang }: Visitor): Promise<void> {
  const path = new URL(page.url()).pathname;
  expect(await sentBytes(page.url()), `${path} in ${lang}`).toBeLessThanOrEqual(MOST_PAGE_BYTES);
  const scripts = await scriptsOf(page);
  expect(scripts.length, `scripts of ${path}`).toBeGreaterThan(0);
  expect(scripts.length, `scripts of ${path}`).toBeLessThanOrEqual(MOST_SCRIPTS);
  const sizes = await Promise.all(scripts.map(sentBytes));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total, `scripts of ${path}`).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
}

/** Every page from home to the second, successful try. */
async function expectLightPurchase({ visitor, page }: Journey): Promise<void> {
  for (const path of ["/", "/payment", "/payment/weekly", "/no/such/page"]) {
    await visitor.open(path);
    await expectLight(visitor);
  }
  const handOff = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith("/redirect"));
  await visitor.goPay("yearly");
  const handOffAddress = (await handOff).url();
  expect(await sentBytes(handOffAddress)).toBeLessThanOrEqual(MOST_PAGE_BYTES);
  await visitor.onHostedPage("decline");
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  await expectLight(visitor);
  await visitor.payAgain();
  await visitor.expectText(visitor.t("form-answers:resumed"));
  await expectLight(visitor);
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  await expectLight(visitor);
}

for (const lang of ["en", "de", "ar", "uk"] as const)
  journey.withScripts(`every page of a purchase is light in ${lang}`, { lang, statuses: [404] }, expectLightPurchase);

/** Documents, pictures, styles and scripts, with their heads, from home to the receipts. */
const MOST_BYTES = { full: 130_000, light: 45_000 };

/** Goes from home to the receipts, in a browser that keeps files. */
async function expectLightInAll({ page, site }: Journey, most: number): Promise<void> {
  const screens = await travel(page, site.addresses.site, { keepsNothing: false });
  const bytes = [...screens.values()].reduce((sum, screen) => sum + screen.bytes, 0);
  expect(bytes, JSON.stringify([...screens])).toBeLessThanOrEqual(most);
}

journey.withScripts("a whole purchase is light", async (the) => {
  await expectLightInAll(the, MOST_BYTES.full);
});

journey.withoutScripts("a whole purchase in the light version is light", async (the) => {
  await the.context.addCookies([{ name: "lite", value: "1", url: the.site.addresses.site }]);
  await expectLightInAll(the, MOST_BYTES.light);
});
