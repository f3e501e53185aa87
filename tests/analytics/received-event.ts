import type { z } from "zod";
import type { AnalyticsEvent, analyticsEvents } from "~/upstream/contract/analytics";

/** An event as the payments API got it, with its parameters by name. */
export interface ReceivedEvent {
  name: string;
  params: Readonly<Record<string, string | number>>;
  properties: Readonly<Record<string, string | number>>;
  userId: z.output<typeof analyticsEvents.body>["user_id"];
  event: AnalyticsEvent;
}

const valuesOf = (pairs: AnalyticsEvent["event_params"]) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));

/** @param userId who it was, as the call says beside its events */
export const receivedEvent = (userId: ReceivedEvent["userId"], event: AnalyticsEvent): ReceivedEvent => ({
  name: event.event_name,
  params: valuesOf(event.event_params),
  properties: valuesOf(event.user_properties),
  userId,
  event,
});

/** The events of one name. */
export const named = (name: string, told: readonly ReceivedEvent[]): ReceivedEvent[] =>
  told.filter((one) => one.name === name);
