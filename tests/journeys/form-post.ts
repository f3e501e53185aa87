import type { Page } from "playwright-core";

/** What the pay button of a page would send, with some fields replaced. */
export async function payFields(page: Page, changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const fields = page.locator("form.pay :is(input:not([type=radio]), input:checked, select)");
  const pairs = await fields.evaluateAll((found) =>
    found.flatMap((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLSelectElement
        ? [[field.name, field.value] as const]
        : [],
    ),
  );
  return { ...Object.fromEntries(pairs), intent: "pay", ...changes };
}

/** Sends the page's form beside the page, as a browser would from there, and follows no redirect. */
export async function postForm(page: Page, changes?: Record<string, string>): Promise<Response> {
  const action = (await page.locator("form.pay").getAttribute("action")) ?? "";
  const { href, origin } = new URL(action, page.url());
  const body = new URLSearchParams(await payFields(page, changes));
  return fetch(href, { method: "POST", body, headers: { origin }, redirect: "manual" });
}
