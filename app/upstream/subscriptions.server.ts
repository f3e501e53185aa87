import { type Caller, call, callForAnybody } from "~/upstream/client/client.server";
import type { AnswerOf, BodyOf } from "./contract/endpoint";
import type { InvoiceOwner } from "./contract/invoices";
import {
  type Subscription,
  type SubscriptionAction,
  subscriptionChange,
  subscriptionLink,
  subscriptionList,
} from "./contract/subscriptions";

const CIRCUIT = { circuit: "subscriptions" } as const;

/** The owner's subscriptions, newest first; never cached. @throws UpstreamError */
export async function listSubscriptions(owner: InvoiceOwner, caller: Caller): Promise<Subscription[]> {
  return (await callForAnybody(subscriptionList, { body: owner }, caller, CIRCUIT)).subscriptions;
}

type Changed = AnswerOf<typeof subscriptionChange>;

/**
 * Ends a renewal, undoes that, or withdraws from a contract; the same key is the same change. The call goes on when nobody
 * waits for it any more.
 * @throws UpstreamError; see wasNeverTaken for whether it may have had its effect
 */
export async function changeSubscription(
  { owner, ...change }: { owner: InvoiceOwner; subscription_id: string; action: SubscriptionAction },
  key: string,
  caller: Caller,
): Promise<Changed> {
  const options = { ...CIRCUIT, idempotencyKey: key, isKeyHonoured: true };
  const body = { ...owner, ...change };
  return callForAnybody(subscriptionChange, { body }, { ...caller, signal: undefined }, options);
}

/** Asks for a link to be mailed, without the visitor's own token; never repeated. @throws UpstreamError */
export async function mailSubscriptionLink(
  body: BodyOf<typeof subscriptionLink>,
  { bearer, ...anybody }: Caller,
): Promise<void> {
  await call(subscriptionLink, { body }, anybody, CIRCUIT);
}
