import { env } from "~/env.server";
import { reopenOrder } from "~/orders/open-order.server";
import type { OpenedOrder } from "~/orders/order-token.server";
import { orWithout } from "~/problem.server";
import type { Facts, FrameScript, HandOff } from "~/providers/provider";
import { providerOf } from "~/providers/providers.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import type { FrameProvider } from "~/upstream/contract/catalogue";
import type { Visitor } from "~/visitor/visitor.server";
import { paymentAddress } from "./payment-address.server";

/** How the buyer of one order goes on to the provider. Every address has passed the redirect guard. */
export interface Leaving {
  handOff: HandOff;
  /** The provider's frame, which opens in the page where scripts run. */
  frame: ProviderFrame | undefined;
}

type ProviderFrame = FrameScript & { provider: FrameProvider };

/**
 * How to pay for an unpaid order. What its result does not tell, the fields of a form or of a frame, the repeated purchase
 * call tells. Undefined: the address is one that nobody may be sent to.
 */
export async function leavingFor(order: OpenedOrder, payAt: string, visitor: Visitor): Promise<Leaving | undefined> {
  const inline = inlineProvider(order, visitor);
  const needsFields = inline !== undefined || providerOf(order.provider).leavesBy === "form";
  const opening = needsFields ? await reopenOrder(order, visitor) : undefined;
  const opened = opening?.kind === "opened" ? opening : undefined;
  const handOff = guarded(opened?.handOff ?? { kind: "link", address: payAt }, visitor);
  if (handOff === undefined) return undefined;
  return { handOff, frame: inline && (await frameOf(inline, opened?.frameFacts, visitor)) };
}

function guarded(handOff: HandOff, { requestId }: Visitor): HandOff | undefined {
  const address = paymentAddress(handOff.address, requestId);
  return address === undefined ? undefined : { ...handOff, address };
}

const inlineProvider = ({ provider }: OpenedOrder, { isLite }: Visitor): FrameProvider | undefined =>
  isLite ? undefined : env().inlineProviders.find((code) => code === provider);

/** The page does without the frame where anything about it is missing or its script is not where scripts may come from. */
async function frameOf(provider: FrameProvider, facts: Facts | undefined, visitor: Visitor) {
  if (facts === undefined) return undefined;
  const params = await orWithout("payment settings", visitor, loadPaymentParams(visitor.caller, visitor));
  const frame = params && providerOf(provider).frameScript?.(facts, params);
  const script = frame && paymentAddress(frame.script, visitor.requestId);
  return frame && script !== undefined ? { ...frame, script, provider } : undefined;
}
