import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import type { Target } from "../../tools/contract/client";
import { complaintsOf } from "./complaints";
import { newContext } from "./journey";

export const target = (): Target => ({ base: inject("addresses").sandbox, site: inject("addresses").site });
const PATH = "/strict-page";

/** A page of the site as strict as the real ones: no inline style, no script but the provider's and its own. */
function strictPage(scripts: readonly string[], source: string) {
  const { base } = target();
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-own'",
    `connect-src ${base}`,
    `frame-src ${base}`,
    `form-action 'self' ${base}`,
    "base-uri 'none'",
  ].join("; ");
  const loaded = scripts.map((src) => `<script nonce="own" src="${src}"></script>`).join("");
  const body = `<!doctype html><title>Shop</title><div class="frame-here"></div>${loaded}<script nonce="own">${source}</script>`;
  return { contentType: "text/html", headers: { "Content-Security-Policy": policy }, body };
}

/** Opens such a page; what its callbacks are told is kept in `window.told`. Nothing may complain. */
export async function onStrictPage(script: string, source: string, run: (page: Page) => Promise<void>): Promise<void> {
  const { site } = target();
  // To the browser a page that a test made up comes from nowhere near, so loading from this machine needs leave.
  const context = await newContext({ baseURL: site, permissions: ["local-network-access"] });
  const complaints = complaintsOf(context, site, []);
  await context.route(`${site}${PATH}`, (route) => route.fulfill(strictPage([script], `window.told = []; ${source}`)));
  try {
    const page = await context.newPage();
    await page.goto(PATH);
    await run(page);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Presses a button of the provider's page in the frame. */
export const press = (page: Page, outcome: string) =>
  page.frameLocator("iframe").locator(`button[name=outcome][value=${outcome}]`).click();

/** The first thing that a callback was told. */
export async function toldOn(page: Page): Promise<unknown> {
  const told = await page.waitForFunction(() => Reflect.get(window, "told")[0]);
  return told.jsonValue();
}

/** What the page sends to the shop's return address. The shop itself is not asked. */
export async function postedAfter(page: Page, act: () => Promise<void>): Promise<Record<string, string>> {
  const isReturn = (url: URL) => url.pathname.startsWith("/return/");
  await page.route(isReturn, (route) => route.fulfill({ contentType: "text/plain", body: "back" }));
  const posting = page.waitForRequest((one) => isReturn(new URL(one.url())) && one.method() === "POST");
  await act();
  const request = await posting;
  return Object.fromEntries(new URLSearchParams(request.postData() ?? ""));
}
