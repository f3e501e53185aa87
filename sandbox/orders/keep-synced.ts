import type { Context } from "../context";
import { inRounds } from "../rounds";
import { tendAll } from "./settle";

const SYNC_EVERY_MS = 500;

/** Settles what is due every half second. @returns a stop that waits for what is under way. */
export const keepSynced = (context: Context): (() => Promise<void>) =>
  inRounds(
    SYNC_EVERY_MS,
    () => tendAll(context),
    (error) => context.log.error({ err: error }, "sandbox: settling orders failed"),
  );
