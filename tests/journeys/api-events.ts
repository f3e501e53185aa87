import { z } from "zod";
import { analyticsEvent, analyticsEvents } from "~/upstream/contract/analytics";
import { type ReceivedEvent, receivedEvent } from "../analytics/received-event";
import { eventually } from "./eventually";
import type { Addresses } from "./running-site";

const found = z.object({
  events: z.array(z.object({ user_id: analyticsEvents.body.shape.user_id, event: analyticsEvent })),
});

interface Wanted {
  name?: string;
  front_id?: string;
  /** When they happened, at the earliest: milliseconds since 1970. */
  since?: string;
}

/** The events that the payments API was told of all visitors or of one, in the order in which they happened. */
export async function eventsAt({ sandbox }: Addresses, wanted: Wanted): Promise<ReceivedEvent[]> {
  const answer = await fetch(`${sandbox}/control/events.json?${new URLSearchParams({ ...wanted })}`);
  return found
    .parse(await answer.json())
    .events.map(({ user_id, event }) => receivedEvent(user_id, event))
    .sort((one, other) => one.event.event_timestamp - other.event.event_timestamp);
}

/** Repeats an assertion about what was told until it holds. Events are told a second later, or once the country is known. */
export const untilReported = (assertion: () => Promise<void>): Promise<void> => eventually(assertion);

const conversions = z.object({
  conversions: z.array(
    z.object({
      order_id: z.string(),
      network: z.string().nullable(),
      click: z.string().nullable(),
      front_id: z.string().nullable(),
      /** How many pay_result events told of the order. */
      pay_results: z.number(),
    }),
  ),
});

/** What an affiliate network would be told of an order. */
export async function conversionsOf({ sandbox }: Addresses, orderId: string) {
  const answer = await fetch(`${sandbox}/control/ledger.json`);
  return conversions.parse(await answer.json()).conversions.filter(({ order_id }) => order_id === orderId);
}
