import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import type { LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import type { PlainBrowser } from "../../rig/plain-browser";
import { buy } from "./purchase";
import { sentBytes } from "./sent-bytes";
import { type Traffic, watchTraffic } from "./traffic";
import { cookieFor, type Version } from "./window";

/** What a buyer comes by, in this order; the hand-off leads to the provider's page, which is not the site's. */
export const SCREENS = ["home", "pricing", "payment", "hand-off", "success", "receipts"] as const;
export type Screen = (typeof SCREENS)[number];

const OPEN: readonly (readonly [Screen, string])[] = [
  ["home", "/"],
  ["pricing", "/pricing"],
  ["payment", "/payment/yearly"],
  ["receipts", "/receipts"],
];

const cookieHeader = (cookies: PlainBrowser["cookies"]): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** The bytes of each screen's document in a language. */
export async function documentsOf(site: string, version: Version, lang: LocaleCode): Promise<Map<Screen, number>> {
  const cookie = cookieFor(version);
  const found = new Map<Screen, number>();
  for (const [screen, path] of OPEN)
    found.set(screen, await sentBytes(new URL(inLanguage(lang, path), site), { cookie, "accept-language": lang }));
  await buy({
    site,
    lang,
    headers: version === "light" ? { "save-data": "on" } : {},
    onPage: async ({ address }, step, { cookies, headers }) => {
      if (step !== "hand-off" && step !== "success") return;
      found.set(step, await sentBytes(address, { ...headers, cookie: `${cookieHeader(cookies)}; ${cookie}` }));
    },
  });
  return found;
}

/** Goes from screen to screen as a buyer does, in English. @returns what was loaded on the way to each, and for it */
export async function travel(
  page: Page,
  site: string,
  { keepsNothing }: { keepsNothing: boolean },
): Promise<Map<Screen, Traffic>> {
  const { take } = await watchTraffic(page, site, { keepsNothing });
  const loaded = new Map<Screen, Traffic>();
  const note = async (screen: Screen) => {
    await page.waitForLoadState("networkidle");
    loaded.set(screen, take());
  };
  await page.goto("/");
  await note("home");
  // From link to link, as the browser then says where it comes from, and light pages share a file of styles.
  await page.locator("a[href='/pricing']:visible").first().click();
  await page.waitForURL((url) => url.pathname === "/pricing");
  await note("pricing");
  await page.locator("a[href='/payment']:visible").first().click();
  await page.waitForURL((url) => url.pathname === "/payment");
  await note("payment");
  await page.fill("input[name=email]", `bench-${randomUUID()}@example.com`);
  await page.click(".button-pay");
  await page.waitForURL((url) => url.origin !== site);
  await note("hand-off");
  await page.locator("button[name=outcome][value=approve]").click();
  await page.waitForURL((url) => url.pathname.endsWith("/paysuc"));
  await note("success");
  await page.click("main a[href^='/receipts']");
  await page.waitForURL((url) => url.pathname === "/receipts");
  await note("receipts");
  return loaded;
}
