import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";

/** How long a provider takes; also where a busy machine takes seconds to show the page that waits for it. */
export const PENDING_S = 5;

/** A page that updates in place keeps what was written on its window; one that is loaded again does not. */
export const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
export const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));

/** A payment is waited for until it succeeds. */
export async function waitForSuccess({ visitor, page, hasScripts }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("pending", { seconds: PENDING_S, afterwards: "approve" });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await mark(page);
  await visitor.expectHeading(visitor.t("paysuc:heading"));
  expect(await isMarked(page), "updated in place").toBe(hasScripts);
  await expectSuccess(visitor);
}
