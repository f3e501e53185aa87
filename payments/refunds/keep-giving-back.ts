import type { Context } from "../context";
import { inRounds } from "../rounds";
import { giveBackDue } from "./outbox";

const ROUND_MS = 1_000;

/** Gives money back every second. @returns a function that stops it and waits for the running round */
export const keepGivingBack = (context: Context): (() => Promise<void>) =>
  inRounds(
    "refunds",
    ROUND_MS,
    () => giveBackDue(context),
    (error) => context.log.error({ err: error }, "payments: giving money back failed"),
  );
