import type { Context } from "../context";
import { inRounds, inTurn } from "../rounds";
import { deriveEvents } from "./derive";
import { poster } from "./post";
import { type Sending, sendDue } from "./send";
import type { EntitlementSettings } from "./settings";

const ROUND_MS = 500;

/** One round: what changed is written down, then sent. @returns whether the operator takes any more */
export async function tellOperator(sending: Sending): Promise<boolean> {
  let takesMore = true;
  const send = async () => {
    takesMore = await sendDue(sending);
  };
  await inTurn(sending, [deriveEvents, send], (step) => step(sending));
  return takesMore;
}

/**
 * Tells the operator, twice a second, who may use the VPN. Without an address nothing is made: what changes stays in the queue until there
 * is one. Once the address has answered that it is gone, nothing more is sent until the next start.
 * @returns a function that stops it and waits for what is on its way
 */
export function keepTelling(context: Context, settings: EntitlementSettings | undefined): () => Promise<void> {
  if (settings === undefined) return async () => {};
  const sending = { ...context, post: poster(settings, fetch) };
  let takesMore = true;
  return inRounds(
    "entitlements",
    ROUND_MS,
    async () => {
      if (!takesMore) return deriveEvents(context);
      takesMore = await tellOperator(sending);
      if (!takesMore) context.log.error({}, "payments: the operator's address for entitlements is gone (410)");
    },
    (error) => context.log.error({ err: error }, "payments: telling of entitlements failed"),
  );
}
