import type { Context } from "./context";
import { tendAll } from "./orders/advance";
import { endAbandoned } from "./orders/opening/end-abandoned";
import { inRounds, inTurn } from "./rounds";
import { tendGrace } from "./subscriptions/provider/grace";
import { tendResumeLinks } from "./subscriptions/resume-links";
import { tendSubscriptions } from "./subscriptions/tend";
import { writeAboutRenewals } from "./subscriptions/write-about-renewals";

const EVERY_MS = 500;

/** Advances every order, subscription, letter and reminder. */
export async function tendEverything(context: Context, closeLater = new Map<string, number>()): Promise<void> {
  const ofOrders = [tendAll, () => endAbandoned(context, closeLater)];
  const ofSubscriptions = [tendSubscriptions, tendGrace, writeAboutRenewals, tendResumeLinks];
  await inTurn(context, [...ofOrders, ...ofSubscriptions], (tend) => tend(context));
}

/**
 * Does so every half second.
 * @param before what comes first in each round
 * @returns a function that stops it and waits for the running round
 */
export function keepTending(context: Context, before: () => Promise<void> = async () => {}): () => Promise<void> {
  const closeLater = new Map<string, number>();
  return inRounds(
    "orders",
    EVERY_MS,
    async () => {
      await before();
      await tendEverything(context, closeLater);
    },
    (error) => context.log.error({ err: error }, "payments: advancing orders failed"),
  );
}
