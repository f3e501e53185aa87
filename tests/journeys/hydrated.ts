import type { Page } from "playwright-core";

/** React has gone through the page to its last line; text that differs from the server's is a page error. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const last = document.querySelector("footer p:last-child");
    return last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber"));
  });

/** The checkout's form works with scripts, and says so to the server. */
export const formHydrated = (page: Page) =>
  page.waitForFunction(() => Boolean(document.querySelector<HTMLInputElement>("[name=time_zone]")?.value));

const dialogScript = (): string =>
  performance.getEntriesByType("resource").find(({ name }) => /\/assets\/dialog-.+\.js$/.test(name))?.name ?? "";

/** The page can ask a question before a link or a button leads away: the dialog is a script of its own, loaded after the rest. */
export async function ableToAsk(page: Page): Promise<void> {
  const script = await (await page.waitForFunction(dialogScript)).jsonValue();
  // Whoever imports it after the page has it after the page; React draws in the next idle moment at the latest.
  await page.evaluate(
    `import(${JSON.stringify(script)}).then(() => new Promise((resolve) => requestIdleCallback(() => resolve())))`,
  );
}
