import type { BrowserContext } from "playwright-core";

/** What is done meanwhile, no request of the browser has a cookie. */
export async function refusingCookies(context: BrowserContext, run: () => Promise<void>): Promise<void> {
  await context.route("**", async (route) => {
    await context.clearCookies();
    await route.continue();
  });
  await run();
  await context.unrouteAll({ behavior: "ignoreErrors" });
}
