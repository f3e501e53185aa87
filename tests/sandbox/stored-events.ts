import { z } from "zod";
import { type AnalyticsEvent, analyticsEvent, analyticsEvents } from "~/upstream/contract/analytics";
import { ask, type Target } from "../../tools/contract/client";

const kept = z.object({
  count: z.number(),
  events: z.array(
    z.object({
      seq: z.number(),
      event_id: z.string(),
      user_id: z.union([z.string(), z.number()]),
      event: analyticsEvent,
    }),
  ),
});

/** Sends events to the payments API, as the site's server does. */
export const tell = (target: Target, events: readonly AnalyticsEvent[], user_id: string | number = "") =>
  ask(target, analyticsEvents, { body: { user_id, events } });

/** The events that a sandbox has kept, newest first; `filter` are parameters of the control page. */
export async function storedEvents({ base }: Pick<Target, "base">, filter: Record<string, string> = {}) {
  const response = await fetch(`${base}/control/events.json?${new URLSearchParams(filter)}`);
  return kept.parse(await response.json());
}
