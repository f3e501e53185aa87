import type { z } from "zod";
import { sendLastEvents } from "~/analytics/tell-event.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";

type Body = z.output<typeof endpoints.analyticsEvents.body>;
type Event = Body["events"][number];

/** An event as the payments API got it, with its parameters by name. */
export interface ToldEvent {
  name: string;
  params: Readonly<Record<string, string | number>>;
  properties: Readonly<Record<string, string | number>>;
  userId: Body["user_id"];
  event: Event;
}

const valuesOf = (pairs: Event["event_params"]) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));

/**
 * Listens for events. The function that comes back gives those told since it was called last, once all are sent; one outside
 * the contract, with a field more or less, throws.
 */
export function listenForEvents(): () => Promise<ToldEvent[]> {
  const bodies: unknown[] = [];
  upstream.use(
    responding(endpoints.analyticsEvents, async (request) => {
      bodies.push(await request.json());
      return Response.json({ accepted: 1, rejected: [] });
    }),
  );
  return async () => {
    await sendLastEvents(20_000);
    return bodies
      .splice(0)
      .map((body) => endpoints.analyticsEvents.body.parse(body))
      .flatMap(({ user_id: userId, events }) =>
        events.map((event) => ({
          name: event.event_name,
          params: valuesOf(event.event_params),
          properties: valuesOf(event.user_properties),
          userId,
          event,
        })),
      );
  };
}

/** The events of one name. */
export const named = (name: string, told: readonly ToldEvent[]): ToldEvent[] => told.filter((one) => one.name === name);
