import { env } from "~/env.server";
import { orWithout } from "~/errors/errors.server";
import { returnAddresses } from "~/orders/open-order.server";
import type { OrderStatus } from "~/orders/order-status.server";
import type { OpenedOrder } from "~/orders/order-token.server";
import { handOffOf } from "~/orders/purchase.server";
import type { Facts, FrameScript, HandOff, Leaving } from "~/providers/provider.server";
import { providerOf } from "~/providers/providers.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import type { FrameProvider } from "~/upstream/contract/catalogue";
import type { Visitor } from "~/visitor/visitor.server";
import { paymentAddress } from "./payment-address.server";

/** How the buyer of one order gets to the provider. Every address has passed the redirect guard. */
export interface WayToPay {
  handOff: { kind: "link"; address: string } | { kind: "form"; address: string; fields: Facts };
  /** The provider's frame, which opens in the page where scripts run. */
  frame: ProviderFrame | undefined;
}

type ProviderFrame = FrameScript & { provider: FrameProvider };

/**
 * The order, if it still has to be paid at the provider. An API that answers only with a status word cannot say that
 * nothing was paid yet: then the hand-off that came with the purchase stays usable until the word changes.
 */
export function unpaidIn(status: OrderStatus): OpenedOrder | undefined {
  if (status.kind !== "known" || status.order.kind === "app") return undefined;
  const { order, result, screen } = status;
  const isUntold = screen.kind === "waiting" && !result.isDetailed && order.handOff !== undefined;
  return screen.kind === "unpaid" || screen.kind === "action" || isUntold ? order : undefined;
}

/** How to pay for an unpaid order. "nowhere": the address is no longer known; "refused": by the redirect guard. */
export async function wayToPay(order: OpenedOrder, visitor: Visitor): Promise<WayToPay | "nowhere" | "refused"> {
  const given = await handOffOf(order, visitor);
  if (given === undefined) return "nowhere";
  const address = paymentAddress(given.address, visitor.requestId);
  if (address === undefined) return "refused";
  const { email, country } = order;
  const leaving = { address, email, country, addresses: await returnAddresses(order) };
  return { handOff: handOffTo(given, leaving, order), frame: await frameOf(given, leaving, order, visitor) };
}

function handOffTo({ kind, facts = {} }: HandOff, leaving: Leaving, { provider }: OpenedOrder): WayToPay["handOff"] {
  const { address } = leaving;
  return kind === "link"
    ? { kind, address }
    : { kind, address, fields: providerOf(provider).formFields?.(facts, leaving) ?? facts };
}

/** Undefined where the frame's data is incomplete or its script's host is not allowed: the page then redirects. */
async function frameOf({ facts }: HandOff, leaving: Leaving, order: OpenedOrder, visitor: Visitor) {
  const provider = inlineProvider(order, visitor);
  if (provider === undefined || facts === undefined) return undefined;
  const params = await orWithout("payment settings", visitor, loadPaymentParams(visitor.caller, visitor));
  const frame = params && providerOf(provider).frameScript?.(facts, leaving, params);
  const script = frame && paymentAddress(frame.script, visitor.requestId);
  return frame && script !== undefined ? { ...frame, script, provider } : undefined;
}

const inlineProvider = ({ provider }: OpenedOrder, { isLite }: Visitor): FrameProvider | undefined =>
  isLite ? undefined : env().inlineProviders.find((code) => code === provider);
