import { sendLastEvents } from "~/analytics/event-queue.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { type ReceivedEvent, receivedEvent } from "./received-event";

/**
 * Listens for events. The function that comes back gives those told since it was called last, once all are sent; one outside
 * the contract, with a field more or less, throws.
 */
export function listenForEvents(): () => Promise<ReceivedEvent[]> {
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
      .flatMap(({ user_id, events }) => events.map((event) => receivedEvent(user_id, event)));
  };
}
