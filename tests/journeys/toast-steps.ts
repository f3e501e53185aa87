import { expect } from "vitest";
import type { Journey } from "./journey";

/** It has room of its own in the page, so that it lies over nothing. */
export async function expectToast({ page }: Journey, words: string): Promise<void> {
  const toast = page.locator(".toast", { hasText: words });
  await toast.waitFor();
  const place = await page.locator(".toasts").evaluate((region) => getComputedStyle(region).position);
  expect(place).toBe("static");
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
