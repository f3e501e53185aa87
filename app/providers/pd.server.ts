import { env } from "~/env.server";
import { type Caller, call, callForAnybody } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { pathOfStatus, pdPrepurchase, pdPurchaseStatus } from "~/upstream/contract/purchase-calls";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import type { PaymentProvider } from "./provider.server";

/** `pd`: the buyer pays at a pay link, or in the provider's frame. */
export const pd = {
  statementName: ({ statement }) => statement?.pd,
  async open(purchase, caller) {
    const { body, addresses, options } = purchase;
    const answer = await call(pdPrepurchase, { body: { ...body, return_url: addresses.returnUrl } }, caller, options);
    const { order_id, pay_link, product_id, passthrough, coupon } = answer;
    const facts = { product: product_id, passthrough, coupon: coupon ?? "" };
    return { orderId: order_id, handOff: { kind: "link", address: pay_link, facts } };
  },
  ask: askStatus,
  isUntold,
  frameScript(facts, { address, email, country, addresses }, { paddle }) {
    if (!paddle?.script) return undefined;
    const { script, vendor_id, environment } = paddle;
    const ours = { email, country, override: address, return_url: addresses.returnUrl };
    return { script, facts: { ...facts, ...ours, vendor: String(vendor_id), environment } };
  },
} satisfies PaymentProvider;

/** The specification does not say what `{hash}` is in `{hash}_status`: the call that has answered, or that none has until then. */
let found: { hash: string } | { untilMs: number } | undefined;

const NONE_FOR_MS = 60_000;

/** An API without such a call, which leaves the order waiting. */
function isUntold(): boolean {
  return found !== undefined && "untilMs" in found && found.untilMs > Date.now();
}

async function askStatus(orderId: string, caller: Caller): Promise<PurchaseResult> {
  const hashes = found !== undefined && "hash" in found ? [found.hash] : env().pdStatus;
  for (const hash of isUntold() ? [] : hashes) {
    const result = await askAt(hash, orderId, caller);
    if (result === undefined) continue;
    found = { hash };
    return result;
  }
  if (found === undefined || !("hash" in found)) found = { untilMs: Date.now() + NONE_FOR_MS };
  return pdPurchaseStatus.answer.parse({ status: "pending" });
}

/** Undefined: the API has no such call, or does not know the order yet. */
async function askAt(hash: string, orderId: string, caller: Caller): Promise<PurchaseResult | undefined> {
  const path = pathOfStatus(hash, orderId);
  try {
    return await callForAnybody(pdPurchaseStatus, { body: { order_id: orderId } }, caller, { path });
  } catch (error) {
    if (!isNoSuchCall(error)) throw error;
    return undefined;
  }
}

const NO_SUCH_CALL: readonly (number | undefined)[] = [404, 405, 501];

/** A refusal that says nothing of the order itself. */
function isNoSuchCall(error: unknown): boolean {
  if (!(error instanceof UpstreamError) || error.kind !== "refused") return false;
  const { status, apiError } = error;
  if (apiError?.error.code === "order_unknown") return false;
  return NO_SUCH_CALL.includes(status) || NO_SUCH_CALL.includes(apiError?.code);
}

/** For tests. */
export function forgetStatusCall(): void {
  found = undefined;
}
