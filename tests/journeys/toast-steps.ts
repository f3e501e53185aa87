import { expect } from "vitest";
import type { Journey } from "./journey";

/** With scripts it lies over the page, at the bottom of the window; without them it is a panel that moves the page down. */
export async function expectToast({ page, hasScripts }: Journey, words: string): Promise<void> {
  const toast = page.locator(".toast", { hasText: words });
  await toast.waitFor();
  const place = await page.locator(".toasts").evaluate((region) => getComputedStyle(region).position);
  expect(place).toBe(hasScripts ? "fixed" : "static");
  const [box, height] = [await toast.boundingBox(), page.viewportSize()?.height ?? 0];
  expect((box?.y ?? 0) > height / 2).toBe(hasScripts);
}

/** Toasts wait as in a tab that nobody sees: six seconds are not long on a slow machine. */
export async function holdToasts({ context }: Journey): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(document, "hidden", { value: true });
  });
}

/** The page that is open came without one. */
export const expectNoToast = async ({ page }: Journey): Promise<void> =>
  expect(await page.locator(".toast").count()).toBe(0);

export const expectToastToGo = ({ page }: Journey): Promise<void> =>
  page.locator(".toast").waitFor({ state: "detached" });
