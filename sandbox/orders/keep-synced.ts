import type { Context } from "../context";
import { inRounds } from "../rounds";
import { tendResumeLinks } from "../subscriptions/resume-links";
import { tendSubscriptions } from "../subscriptions/tend";
import { tendAll } from "./settle";

const SYNC_EVERY_MS = 500;

/** Applies due events every half second. @returns a function that stops it and waits for the running round */
export const keepSynced = (context: Context): (() => Promise<void>) =>
  inRounds(
    SYNC_EVERY_MS,
    async () => {
      await tendAll(context);
      // A backend of the specification has neither.
      if (context.isBare) return;
      await tendSubscriptions(context);
      await tendResumeLinks(context);
    },
    (error) => context.log.error({ err: error }, "sandbox: settling orders failed"),
  );
