import type { LinkedPage } from "~/upstream/contract/subscriptions";
import type { Money } from "../machine/money";
import type { OrderRow } from "../store/schema";
import type { SubscriptionRow } from "../store/subscription-tables";
import type { Letter } from "./write";

type Facts = Pick<SubscriptionRow, "email" | "plan_id" | "amount" | "currency" | "ends_at">;

/** Letters about subscriptions, in English only. `receivedAt`: when the owner asked, in milliseconds since 1970. */
interface Asked {
  receivedAt: number;
  link: string;
}

const priceOf = ({ amount, currency }: Money): string => `${amount.toFixed(2)} ${currency}`;

/** 2026-11-22. */
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** 2026-11-22, 10:45:07 UTC. */
const momentOf = (at: number): string => `${dateOf(at)}, ${new Date(at).toISOString().slice(11, 19)} UTC`;

export const cancelledLetter = ({ email, ends_at }: Facts, { receivedAt, link }: Asked): Letter => ({
  recipient: email,
  subject: "Your subscription is cancelled",
  body: [
    `We received your cancellation on ${momentOf(receivedAt)}.`,
    `Your plan stays active until ${dateOf(ends_at)}. Nothing more is charged.`,
    `\n${link}\n`,
  ].join("\n"),
});

export const resumedLetter = (facts: Facts, { receivedAt, link }: Asked): Letter => ({
  recipient: facts.email,
  subject: "Your subscription goes on",
  body: [
    `You have taken back the cancellation. We received this on ${momentOf(receivedAt)}.`,
    `Your plan renews on ${dateOf(facts.ends_at)} for ${priceOf(facts)}.`,
    `\n${link}\n`,
  ].join("\n"),
});

export const withdrawnLetter = ({ email }: Facts, { receivedAt, refund, link }: Asked & { refund: Money }): Letter => ({
  recipient: email,
  subject: "We have received your withdrawal",
  body: [
    `It reached us on ${momentOf(receivedAt)}.`,
    `Your plan has ended, and ${priceOf(refund)} goes back to where it came from.`,
    `\n${link}\n`,
  ].join("\n"),
});

const PAGE_NAMES: Readonly<Record<LinkedPage, string>> = {
  cancel: "cancel your subscription",
  withdraw: "withdraw from your contract",
  renewal: "see what happened to your renewal",
  receipts: "see your receipts",
};

/** A link to a page, requested by the address's owner or by anybody who typed it. */
export const subscriptionLinkLetter = (
  recipient: string,
  { page, link }: { page: LinkedPage; link: string },
): Letter => ({
  recipient,
  subject: "The link that you asked for",
  body: `Open this link to ${PAGE_NAMES[page]}. It works for a day.\n\n${link}\n\nIf you did not ask for it, you need not do anything.\n`,
});

/** A link to an order that nobody has paid. */
export const unfinishedLetter = ({ email, plan_id }: OrderRow, link: string): Letter => ({
  recipient: email,
  subject: "Your order is not paid yet",
  body: `Everything you chose is still there (${plan_id}). If you do not want it any more, you need not do anything.\n\n${link}\n`,
});

/** The payment for the next period did not go through. */
export const renewalFailedLetter = (facts: Facts, link: string): Letter => ({
  recipient: facts.email,
  subject: "Your renewal failed",
  body: `The payment of ${priceOf(facts)} did not go through. Nothing was charged.\n\n${link}\n`,
});

/** The first payment after a trial is near. */
export const trialEndsLetter = (facts: Facts, link: string): Letter => ({
  recipient: facts.email,
  subject: "Your trial ends soon",
  body: `From ${dateOf(facts.ends_at)} you pay ${priceOf(facts)} for each period until you cancel.\n\n${link}\n`,
});

/** The next payment is near. */
export const renewsSoonLetter = (facts: Facts, link: string): Letter => ({
  recipient: facts.email,
  subject: "Your plan renews soon",
  body: `On ${dateOf(facts.ends_at)} we charge ${priceOf(facts)} for the next period.\n\n${link}\n`,
});
