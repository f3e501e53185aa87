import type { Context } from "./context";
import { tendAll } from "./orders/advance";
import { endAbandoned } from "./orders/opening/end-abandoned";
import { inRounds, inTurn } from "./rounds";
import { announceRenewals } from "./subscriptions/provider/announce-renewals";
import { remindOwners } from "./subscriptions/provider/fail-renewal";
import { tendGrace } from "./subscriptions/provider/grace";
import { tendResumeLinks } from "./subscriptions/resume-links";
import { tendSubscriptions } from "./subscriptions/tend";
import { writeAboutRenewals } from "./subscriptions/write-about-renewals";

const EVERY_MS = 500;
/** All orders of the last hour may wait for such a letter. */
const RESUME_LINKS_MS = 5_000;
/** What is counted in days needs no haste, and many payments are near. */
const NOTICES_MS = 60_000;

/** Advances every order, subscription, letter and reminder. */
export async function tendEverything(context: Context): Promise<void> {
  await inTurn(context, [tendOften, tendResumeLinks, announceRenewals], (tend) => tend(context));
}

/** All but letters about unfinished orders and next payments. */
async function tendOften(context: Context, closeLater: Map<string, number> = new Map()): Promise<void> {
  const ofOrders = [tendAll, () => endAbandoned(context, closeLater)];
  const ofSubscriptions = [tendSubscriptions, tendGrace, writeAboutRenewals, remindOwners];
  await inTurn(context, [...ofOrders, ...ofSubscriptions], (tend) => tend(context));
}

/**
 * Does so every half second, writes about unfinished orders every few seconds, and about next payments every minute.
 * @param before what comes first in each round
 * @returns a function that stops it and waits for the running round
 */
export function keepTending(context: Context, before: () => Promise<void> = async () => {}): () => Promise<void> {
  const closeLater = new Map<string, number>();
  const onError = (error: unknown) => context.log.error({ err: error }, "payments: advancing orders failed");
  const tend = async () => {
    await before();
    await tendOften(context, closeLater);
  };
  const stops = [
    inRounds("orders", EVERY_MS, tend, onError),
    inRounds("orders", RESUME_LINKS_MS, () => tendResumeLinks(context), onError),
    inRounds("orders", NOTICES_MS, () => announceRenewals(context), onError),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
