import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "./eventually";
import type { Journey } from "./journey";
import { expectSuccess, expectUncharged } from "./ledger";
import { LATER_S, letNewest } from "./order-steps";

/** A page that updates in place keeps what was written on its window; one that is loaded again does not. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));

/** A payment is waited for until it succeeds. */
export async function waitForSuccess({ visitor }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("pending", { seconds: LATER_S, afterwards: "approve" });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  await letNewest(visitor, "report");
  await expectSuccess(visitor);
}

/** A payment that takes its time and is declined ends with a second try. */
export async function waitForDecline({ visitor, page, hasScripts }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("pending", { seconds: LATER_S, afterwards: "decline" });
  await visitor.expectHeading(visitor.t("paystatus:waiting.title"));
  // Without scripts the page may be loaded again at just that moment.
  await eventually(() => mark(page));
  await letNewest(visitor, "report");
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  expect(await isMarked(page), "updated in place").toBe(hasScripts);
  await expectUncharged(visitor);
  await visitor.payAgain();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor, ["declined", "succeeded"]);
}

/** Whoever is not led back from the payment page sees the success by the link of the order. */
export async function comeBackByLink({ visitor, page }: Journey): Promise<void> {
  const handOff = page.waitForRequest((request) => new URL(request.url()).pathname === "/redirect");
  await visitor.goPay("yearly");
  await visitor.onHostedPage("approve_and_stay");
  await page.goto((await handOff).url());
  await expectSuccess(visitor);
}
