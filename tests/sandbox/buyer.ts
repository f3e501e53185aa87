import { z } from "zod";
import { soPurchaseResult } from "~/upstream/contract/so";
import { ask, type Target } from "../contract/client";
import { openAt, type ProviderCalls } from "../contract/providers";
import { purchase, purchaseFields } from "../contract/purchases";

export interface Ordered {
  orderId: string;
  page: string;
  email: string;
}

/** Opens an order that may go on being paid; `changes` replace fields of a purchase that is accepted as it is. */
export async function order(target: Target, changes: object = {}): Promise<Ordered> {
  const fields = { ...(await purchaseFields(target)), ...changes };
  const { order_id, web_url } = await purchase(target, fields);
  return { orderId: order_id, page: web_url ?? "nothing is due", email: fields.email };
}

/** The same at a provider of one's choice. */
export async function orderAt(target: Target, provider: ProviderCalls, changes: object = {}): Promise<Ordered> {
  const fields = { ...(await purchaseFields(target)), ...changes };
  const { orderId, payAt } = await openAt(target, provider, fields);
  return { orderId, page: payAt ?? "nothing is due", email: fields.email };
}

/** Presses a button of the hosted page. */
export async function choose(page: string, outcome: string, more: Record<string, string> = {}) {
  const response = await fetch(page, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ outcome, ...more }),
  });
  return { status: response.status, location: response.headers.get("Location") ?? "", text: await response.text() };
}

export const result = (target: Target, { orderId }: Ordered) =>
  ask(target, soPurchaseResult, { body: { order_id: orderId } });

const histories = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      attempts: z.array(
        z.object({
          provider: z.string().nullable(),
          state: z.string(),
          coupon_id: z.string().nullable(),
          hold: z.string().nullable(),
        }),
      ),
      charges: z.array(z.object({ amount: z.number(), state: z.string() })),
      grants: z.array(z.object({ starts_at: z.number(), ends_at: z.number() })),
      events: z.array(z.object({ type: z.string() })),
    }),
  ),
});

/** What the control page tells of a buyer's orders, newest first. */
export async function historiesOf(target: Target, email: string) {
  const response = await fetch(`${target.base}/control/orders.json?email=${encodeURIComponent(email)}`);
  return histories.parse(await response.json()).orders;
}

/** The states of the charges of a buyer's only order. */
export async function chargesOf(target: Target, email: string): Promise<string[]> {
  const [only, ...others] = await historiesOf(target, email);
  if (!only || others.length > 0) throw new Error(`expected one order of ${email}`);
  return only.charges.map(({ state }) => state).sort();
}

/** Saves the control page's settings; those left out go back to their defaults. */
export async function setUp(target: Target, settings: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(settings);
  const response = await fetch(`${target.base}/control/settings`, { method: "POST", redirect: "manual", body });
  if (response.status !== 303) throw new Error(`settings refused: ${response.status}`);
}
