import type { Browser, Page } from "playwright-core";

/** With scripts, or as the light version, which has none. */
export type Version = "full" | "light";
export const VERSIONS: readonly Version[] = ["full", "light"];

/** What a browser sends that wants a version. */
export const cookieFor = (version: Version): string => `lite=${version === "light" ? 1 : 0}`;

/** A phone's window with nothing kept from before. */
export async function inWindow<T>(
  browser: Browser,
  { origin, version }: { origin: string; version: Version },
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 740 }, locale: "en-US" });
  try {
    const [name = "", value = ""] = cookieFor(version).split("=");
    if (version === "light") await context.addCookies([{ name, value, url: origin }]);
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
