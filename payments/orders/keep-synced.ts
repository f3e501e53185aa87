import type { Context } from "../context";
import { inRounds } from "../rounds";
import { tendEverything } from "../subscriptions/tend-all";

const SYNC_EVERY_MS = 500;

/** Applies due events every half second. @returns a function that stops it and waits for the running round */
export const keepSynced = (context: Context): (() => Promise<void>) =>
  inRounds(
    SYNC_EVERY_MS,
    () => tendEverything(context),
    (error) => context.log.error({ err: error }, "sandbox: settling orders failed"),
  );
