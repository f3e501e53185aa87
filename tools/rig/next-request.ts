import type { Press } from "./apis/api";
import { type Page, type Request, refreshOf, submission } from "./plain-browser";

/** Where the one main action of a page leads. */
const MAIN_ACTION = "main .actions a.button";

/** The pay form, filled in. @throws where the page has none */
export function payForm(page: Page, entries: { email: string; provider: string }): Request {
  const form = page.content.querySelector<HTMLFormElement>("form.pay");
  if (form === null) throw new Error(`${page.address} (${page.status}) has no form to pay`);
  return submission(page, form, { ...entries, intent: "pay" });
}

/** A provider's page on which the payment is over. */
export const hasNothingToPress = ({ content }: Page): boolean => content.querySelector("button, main a") === null;

/** A button of the provider's page; where nothing is left to do there, the way back, which is a link or a form. */
export function atProvider(page: Page, outcome: Press): Request {
  const { content } = page;
  const form = content.querySelector("form");
  if (form === null) return linkOn(page, "main a");
  return submission(page, form, content.querySelector("button[name=outcome]") === null ? {} : outcome);
}

/**
 * What a buyer does on a page about their order: they send the hand-off's form, press the one main action, or go where the
 * page goes by itself. @throws where it leads nowhere
 */
export function goOnFrom(page: Page): { request: Request; seconds: number } {
  const form = page.content.querySelector<HTMLFormElement>("main form.actions");
  if (form !== null) return { request: submission(page, form, {}), seconds: 0 };
  const refresh = refreshOf(page);
  const hasAction = page.content.querySelector(MAIN_ACTION) !== null;
  if (refresh === undefined || (hasAction && refresh.seconds > 0))
    return { request: linkOn(page, MAIN_ACTION), seconds: 0 };
  return { request: refresh.to, seconds: refresh.seconds };
}

function linkOn({ address, content, status }: Page, selector: string): Request {
  const to = content.querySelector(selector)?.getAttribute("href");
  if (to == null) throw new Error(`${address} (${status}) leads nowhere: ${content.querySelector("h1")?.textContent}`);
  return { address: new URL(to, address) };
}
