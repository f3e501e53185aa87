import type { Page } from "playwright-core";
import type { Journey } from "./journey";

const NEWER = "newer-build";

/** The addresses of the documents that a window loads from now on, without the first one. */
export function documentsOf(page: Page): string[] {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document" && request.frame() === page.mainFrame()) {
      loaded.push(new URL(request.url()).pathname);
    }
  });
  return loaded;
}

/** From now on the server has another build, as pages are told. */
export const deploy = (page: Page) =>
  page.route("**/version.json", (route) => route.fulfill({ json: { build: NEWER } }));

/** The visitor comes back to the tab, and the page has heard which build there is. */
export async function comeBack({ page }: Journey): Promise<void> {
  const told = page.waitForResponse("**/version.json");
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await (await told).finished();
}

/** The page has loaded the manifest of its build: from then on it watches for another one. */
export const untilWatching = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/builds/")));

export async function openWatching({ page, visitor }: Journey, path: string): Promise<void> {
  await visitor.open(path);
  await untilWatching(page);
}

/** Chooses a plan and waits until its page is there, with a form that works. */
export async function choose({ page, visitor }: Journey, plan: string): Promise<void> {
  await visitor.choosePlan(plan);
  await page.locator(`form.pay input[name=plan][value=${plan}]`).waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
}
