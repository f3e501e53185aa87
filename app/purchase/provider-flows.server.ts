import { isPayProvider, type PayProvider } from "~/checkout/pay-providers";
import { env } from "~/env.server";
import type { Caller } from "~/upstream/client.server";
import type { PurchaseBody, PurchaseResult } from "~/upstream/contract/purchase-result";
import { so } from "./providers/so.server";

/** Where a provider sends the buyer afterwards; absolute addresses on our own origin. */
export interface ReturnAddresses {
  returnUrl: string;
  cancelUrl: string;
}

/** What the site does with one payment provider. Every call may throw UpstreamError. */
export interface ProviderFlow {
  /** Opens the order, or finds it again: the same idempotency key is the same order. */
  open(
    body: PurchaseBody,
    addresses: ReturnAddresses,
    idempotencyKey: string,
    caller: Caller,
  ): Promise<{ orderId: string }>;
  /** Asks the provider, through the payments API, how the order stands. */
  ask(orderId: string, caller: Caller): Promise<PurchaseResult>;
}

const FLOWS: Readonly<Record<PayProvider, ProviderFlow>> = { so };

/** Providers a buyer may choose: on offer, known to the site and not switched off; in the order of the offer. */
export function availableProviders(offered: readonly string[]): PayProvider[] {
  const { providersOff } = env();
  return offered.filter(isPayProvider).filter((code) => !providersOff.includes(code));
}

export const flowOf = (code: PayProvider): ProviderFlow => FLOWS[code];
