import type { Page } from "playwright-core";

/** What the pay form of a page would send, with some fields replaced. */
export async function payFields(page: Page, changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const inputs = page.locator("form.pay input:not([type=radio]), form.pay input:checked");
  const pairs = await inputs.evaluateAll((found) =>
    found.flatMap((input) => (input instanceof HTMLInputElement ? [[input.name, input.value] as const] : [])),
  );
  return { ...Object.fromEntries(pairs), ...changes };
}

/** Sends the page's form beside the page, as a browser would from there, and follows no redirect. */
export async function postForm(page: Page, changes?: Record<string, string>): Promise<Response> {
  const action = (await page.locator("form.pay").getAttribute("action")) ?? "";
  const { href, origin } = new URL(action, page.url());
  const body = new URLSearchParams(await payFields(page, changes));
  return fetch(href, { method: "POST", body, headers: { origin }, redirect: "manual" });
}
