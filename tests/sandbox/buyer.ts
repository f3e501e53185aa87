import { soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { ask, type Target } from "../../tools/contract/client";
import { openAt, type ProviderCalls } from "../../tools/contract/providers";
import { purchase, purchaseFields } from "../../tools/contract/purchases";
import { readLedger } from "./ledger";

export interface Ordered {
  orderId: string;
  page: string;
  email: string;
}

/** A form that is accepted as it is; `changes` replace its fields. Whoever has an address has one browser, unless they say so. */
export async function formOf(target: Target, changes: object = {}) {
  const fields = { ...(await purchaseFields(target)), ...changes };
  return { browser: `browser-${fields.email}`.slice(0, 64), ...fields };
}

/** Opens an order that may go on being paid. */
export async function order(target: Target, changes: object = {}): Promise<Ordered> {
  const fields = await formOf(target, changes);
  const { order_id, web_url } = await purchase(target, fields);
  return { orderId: order_id, page: web_url ?? "nothing is due", email: fields.email };
}

/** The same at a provider of one's choice. */
export async function orderAt(target: Target, provider: ProviderCalls, changes: object = {}): Promise<Ordered> {
  const fields = await formOf(target, changes);
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

/** What the control page tells of a buyer's orders, newest first. */
export const historiesOf = ({ base }: Target, email: string) => readLedger(base, email);

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
