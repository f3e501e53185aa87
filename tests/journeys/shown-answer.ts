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

const ANYWHERE = "/shown-answer";

/** Shows what the site answered to a request that no page of it would make, as a browser does. */
export async function show(page: Page, answer: Answer): Promise<void> {
  const kept = ["content-type", "content-security-policy"].map(
    (name) => [name, answer.headers.get(name) ?? ""] as const,
  );
  const fulfilled = { status: answer.status, headers: Object.fromEntries(kept), body: answer.body };
  await page.route(`**${ANYWHERE}`, (route) => route.fulfill(fulfilled), { times: 1 });
  await page.goto(ANYWHERE);
}
