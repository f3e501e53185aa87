import type { Page } from "playwright-core";
import type { Addresses } from "../../tests/journeys/running-site";

/** A language's path prefix: "" for English, "/de". */
export type Prefix = string;

/** What has to exist before its screens can be opened: addresses by the name of their screen. */
type Found = Record<string, string>;

const emailOf = (name: string): string => `screens-${name}-${Math.random().toString(36).slice(2)}@example.com`;

async function goPay(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.fill("input[name=email]", emailOf(name));
  await page.click(".button-pay");
  await page.locator("button[name=outcome]").first().waitFor();
}

async function answer(page: Page, outcome: string): Promise<void> {
  const button = page.locator(`button[name=outcome][value=${outcome}]`);
  if (!(await button.isVisible())) await page.locator("summary").first().click();
  // What is pending stays so until its picture is taken.
  if (outcome === "pending") await page.fill("input[name=seconds]", "3600");
  await button.click();
}

async function addressOfLink(page: Page, start: string): Promise<string> {
  const href = await page.locator(`a[href^="${start}"]`).first().getAttribute("href");
  return new URL(href ?? "/", page.url()).href;
}

/** Buys, is declined, goes back and waits, and tells where the screens of that are. */
export async function prepare(page: Page, { site }: Addresses, prefix: Prefix): Promise<Found> {
  const found: Found = {};
  const checkout = `${site}${prefix}/payment`;
  await goPay(page, `${checkout}/weekly`, "declined");
  found.hosted = page.url();
  await answer(page, "decline");
  await page.waitForURL((url) => url.pathname.endsWith("/paystatus"));
  found.declined = page.url();
  found["pay-again"] = await addressOfLink(page, `${prefix}/payment/weekly?`);
  await page.context().clearCookies();
  await goPay(page, `${checkout}/monthly`, "cancelled");
  await answer(page, "cancel");
  await page.waitForURL((url) => url.pathname.endsWith("/paystatus"));
  found.cancelled = page.url();
  await page.context().clearCookies();
  await goPay(page, `${checkout}/monthly`, "waiting");
  await answer(page, "pending");
  await page.waitForURL((url) => url.pathname.endsWith("/paystatus"));
  found.waiting = page.url();
  await page.context().clearCookies();
  await goPay(page, `${checkout}/yearly`, "paid");
  await answer(page, "approve");
  await page.waitForURL((url) => url.pathname.endsWith("/paysuc"));
  found.success = page.url();
  found.cancel = await addressOfLink(page, `${prefix}/cancel?k=`);
  found.withdraw = found.cancel.replace("/cancel", "/withdraw");
  found.renewal = found.cancel.replace("/cancel", "/renewal");
  found["receipts-list"] = found.cancel.replace("/cancel", "/receipts");
  await page.goto(found["receipts-list"]);
  found.receipt = await addressOfLink(page, `${prefix}/receipts/`);
  await page.goto(found.withdraw);
  found["withdraw-confirm"] = await addressOfLink(page, `${prefix}/withdraw?`);
  await page.context().clearCookies();
  return found;
}

/** Screens that anybody can open. */
const OPEN: Readonly<Record<string, string>> = {
  home: "/",
  pricing: "/pricing",
  "short-checkout": "/pricing/checkout/yearly",
  checkout: "/payment",
  trial: "/payment/weekly",
  "checkout-india": "/payment/yearly?country=IN",
  brand: "/payment/yearly?sid=101&coupon=WELCOME20",
  "unknown-plan": "/payment/no-such-plan",
  "receipts-stranger": "/receipts",
  account: "/account",
  open: `/open/502?code=${"0".repeat(43)}`,
  "cancel-stranger": "/cancel",
  "withdraw-stranger": "/withdraw",
  accessibility: "/accessibility",
  "not-found": "/no/such/page",
};

const CONTROL: Readonly<Record<string, string>> = {
  control: "/control",
  "control-settings": "/control/settings",
  "control-mails": "/control/mails",
  "control-mailbox": "/control/mailbox",
};

/** All screens with an address, in the order of the sheet. */
export function addressesOf({ site, sandbox }: Addresses, prefix: Prefix, found: Found): [string, string][] {
  const open = Object.entries(OPEN).map(([name, path]): [string, string] => [
    name,
    `${site}${prefix}${path === "/" && prefix !== "" ? "" : path}`,
  ]);
  const control = Object.entries(CONTROL).map(([name, path]): [string, string] => [name, `${sandbox}${path}`]);
  return [...open, ...Object.entries(found), ...(prefix === "" ? control : [])];
}

/** Screens that come only after something was entered; on a page of their own each. */
export const ENTERED: Readonly<Record<string, (page: Page, site: string, prefix: Prefix) => Promise<void>>> = {
  async mistakes(page, site, prefix) {
    await page.goto(`${site}${prefix}/payment/yearly`);
    await page.fill("input[name=email]", "an+na@example.com");
    await page.click(".button-pay");
    await page.locator(".error-summary").waitFor();
  },
  async question(page, site, prefix) {
    await page.goto(`${site}${prefix}/payment/yearly`);
    await page.fill("input[name=email]", "anna@gmial.com");
    await page.click(".button-pay");
    await page.locator("[name=email_asked]").waitFor({ state: "attached" });
  },
  async declared(page, site, prefix) {
    await page.goto(`${site}${prefix}/cancel`);
    await page.fill("#declare-name", "Anna Test");
    await page.fill("#declare-contract", "ord_1");
    await page.fill("#declare-email", emailOf("declared"));
    // Whoever is faster than a person can be is asked to send it again.
    while (!(await page.locator(".status-success").isVisible())) await page.click("form.declare .button");
  },
  async "other-plans"(page, site, prefix) {
    await page.goto(`${site}${prefix}/payment#plans`);
  },
};
