import { expect } from "vitest";
import { control, recordsOf } from "../sandbox/subscriber";
import { buyHere } from "./buy";
import { lettersTo } from "./receipt-steps";
import type { Visitor } from "./visitor";

const apiOf = ({ addresses: { sandbox: base, site } }: Visitor) => ({ base, site });

/** A visitor's subscriptions as the payments API has them, newest first, with the charges of their renewals. */
export const subscriptionsOf = (visitor: Visitor) => recordsOf(apiOf(visitor), visitor.email);

/** The only one. */
export async function subscriptionOf(visitor: Visitor) {
  const [first, ...others] = await subscriptionsOf(visitor);
  if (first === undefined || others.length > 0) throw new Error("There is not one subscription");
  return first;
}

/** Lets the next renewal of a visitor's only subscription happen now, as the sandbox's control page does. */
export async function letRenewal(visitor: Visitor, action: "renew" | "fail"): Promise<void> {
  const { id } = await subscriptionOf(visitor);
  expect(await control(apiOf(visitor), id, action)).toBe(200);
}

/** From a purchase to one of the pages that the success page leads to. */
export async function buyAndGoTo(visitor: Visitor, page: "cancel" | "withdraw"): Promise<void> {
  await visitor.open("/payment/monthly");
  await buyHere(visitor);
  await followBelow(visitor, page);
}

/** Follows the success page's own link: that of the footer carries no key. */
export async function followBelow({ page, t }: Visitor, to: "cancel" | "withdraw"): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("link", { name: t(`footer:${to}`), exact: true })
    .click();
}

type Change = "cancel.submit" | "cancel.undo" | "withdraw.confirm";

/** The button of a change; in a list it also says which plan it is about. */
export const changeButton = ({ page, t }: Visitor, change: Change) =>
  page.getByRole("main").getByRole("button", { name: t(`subscription:${change}`) });

/** The texts of a visitor's letters that confirm a change, in English. */
export async function lettersAbout(visitor: Visitor, what: "cancelled" | "withdrawn"): Promise<string[]> {
  const subject = visitor.t(`mails:${what}.subject`);
  const letters = await lettersTo(visitor, visitor.email);
  return letters.filter((letter) => letter.subject === subject).map(({ text }) => text);
}

/** The links to a page in a visitor's letters, newest first. */
export async function mailedLinks(
  visitor: Visitor,
  page: "cancel" | "renewal" | "paystatus" | "receipts",
): Promise<string[]> {
  const letters = await lettersTo(visitor, visitor.email);
  const links = letters.flatMap(({ text }) => [...text.matchAll(/^http\S+$/gm)].map(([link]) => link));
  return links.filter((link) => new URL(link).pathname.endsWith(`/${page}`));
}
