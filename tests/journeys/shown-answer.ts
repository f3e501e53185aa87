import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.text(),
});

/** Shows what the site answered to a request that no page of it would make, as a browser does. */
export async function show(page: Page, answer: Answer): Promise<void> {
  const kept = ["content-type", "content-security-policy"].map(
    (name) => [name, answer.headers.get(name) ?? ""] as const,
  );
  const fulfilled = { status: answer.status, headers: Object.fromEntries(kept), body: answer.body };
  // An address of its own: taking a route away while the next one is set can leave a page waiting for good.
  const address = `/shown-answer/${randomUUID()}`;
  await page.route(`**${address}`, (route) => route.fulfill(fulfilled));
  await page.goto(address);
}
