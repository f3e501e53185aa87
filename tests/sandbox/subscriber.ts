import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import {
  type Subscription,
  type SubscriptionAction,
  subscriptionChange,
  subscriptionList,
} from "~/upstream/contract/subscriptions";
import { profile } from "~/upstream/contract/visitor";
import { ask, type Target } from "../../tools/contract/client";
import { type Ordered, result } from "./buyer";
import { ownerOf } from "./mailed-owner";
import { mailTo, paidOrder } from "./paid";
import type { Running } from "./running-sandbox";

type Owner = NonNullable<PurchaseResult["receipts"]>;

/** Somebody with one subscription. */
export interface Subscriber extends Ordered {
  receipts: Owner;
  id: string;
}

export async function subscriber(target: Target, changes: object = {}): Promise<Subscriber> {
  const ordered = await paidOrder(target, changes);
  const { subscription_id: id } = await only(target, ordered);
  return { ...ordered, id };
}

export const list = async (target: Target, { receipts }: Pick<Subscriber, "receipts">): Promise<Subscription[]> =>
  (await ask(target, subscriptionList, { body: receipts })).subscriptions;

/** The only subscription of a buyer. */
export async function only(target: Target, owner: Pick<Subscriber, "receipts">): Promise<Subscription> {
  const [first, ...others] = await list(target, owner);
  if (!first || others.length > 0) throw new Error("expected one subscription");
  return first;
}

export const changing = ({ receipts, id }: Subscriber, action: SubscriptionAction, key: string = randomUUID()) => ({
  body: { ...receipts, subscription_id: id, action },
  headers: { "Idempotency-Key": key },
});

export const change = (target: Target, owner: Subscriber, action: SubscriptionAction, key?: string) =>
  ask(target, subscriptionChange, changing(owner, action, key));

/** The owner that the app's link names, as the site reads it. */
export const linkOwner = ({ sandbox }: Running): Owner => ownerOf(new URL(sandbox.signedLink("/cancel")));

/** How often a mail with a subject was written to a buyer. */
export const mailsTo = async (target: Target, { email }: Pick<Ordered, "email">, subject: string): Promise<number> =>
  (await mailTo(target, email)).filter((mail) => mail.subject.startsWith(subject)).length;

/** Seconds of paid time that a buyer has. */
export const remaining = async (target: Target, ordered: Ordered): Promise<number> =>
  (await result(target, ordered)).vip?.remain_time ?? 0;

const told = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      order_id: z.string(),
      state: z.string(),
      source: z.string(),
      period: z.number(),
      ends_at: z.number(),
      ends_day: z.string(),
      charges: z.array(
        z.object({
          period: z.number(),
          amount: z.number(),
          given_back: z.number(),
          currency: z.string(),
          state: z.string(),
        }),
      ),
    }),
  ),
});

/** What the control page tells of a buyer's subscriptions. */
export async function recordsOf({ base }: Target, email: string) {
  const response = await fetch(`${base}/control/subscriptions.json?email=${encodeURIComponent(email)}`);
  return told.parse(await response.json()).subscriptions;
}

/** Presses a button of the control page. @returns the status */
export async function control({ base }: Target, id: string, action: string, more: object = {}): Promise<number> {
  const response = await fetch(`${base}/control/subscriptions/${id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ action, ...more }),
  });
  return response.status;
}

/** Presses a button of the provider's page about a subscription. */
export async function enterCard(target: Target, owner: Subscriber, card: "accepted" | "declined"): Promise<void> {
  const { manage_url } = await only(target, owner);
  const body = new URLSearchParams({ card });
  const { status } = await fetch(manage_url ?? "", { method: "POST", body, redirect: "manual" });
  if (status !== 303) throw new Error(`the page about a subscription answered ${status}`);
}

/** The address of the user whom the app's link names, in whose account all is added up. */
export const MEMBER = "user100001@example.com";

export const memberHeaders = ({ sandbox }: Running) => ({
  Authorization: `Bearer ${new URL(sandbox.signedLink("/")).searchParams.get("token")}`,
});

/** Seconds of paid time in that account. */
export const paidTimeOf = async (target: Running): Promise<number> =>
  (await ask(target, profile, { headers: memberHeaders(target) })).vip.remain_time;
