import { type Response, Router } from "express";
import { z } from "zod";
import type { AnalyticsEventRow } from "../../../payments/analytics/tables";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import type { Db } from "../../../payments/store/database";
import { timeOf } from "../../../payments/time";
import { allEvents, countByName, type EventFilter, newestEvents } from "../../analytics/read-events";
import { sendCsv } from "./csv";
import { EventsPage } from "./events-page";
import { orEmpty, queryIn } from "./query";

const SHOWN_EVENTS = 100;
const REFRESH_S = 5;
const MOST_AT_ONCE = 10_000;

const filterIn = z.object({
  name: orEmpty(z.string().max(40)),
  front_id: orEmpty(z.string().max(64)),
  since: orEmpty(z.coerce.number().int().min(0).safe()),
});

const pageQuery = filterIn.extend({ live: z.enum(["on", "off"]).default("on") });
const jsonQuery = filterIn.extend({ limit: orEmpty(z.coerce.number().int().min(1).max(MOST_AT_ONCE)) });

const filterOf = ({ name, front_id: frontId, since }: z.output<typeof filterIn>): EventFilter => ({
  name,
  frontId,
  since,
});

/** The analytics events that the site sent: as a page that loads itself again, as JSON and as CSV. */
export function eventsRouter(context: Context): Router {
  const { db } = context;
  const router = Router();
  router.get("/control/events", async ({ query }, response) => {
    const chosen = queryIn(pageQuery, query, response);
    if (chosen) await showEvents(context, chosen, response);
  });
  router.get("/control/events.json", async ({ query }, response) => {
    const chosen = queryIn(jsonQuery, query, response);
    if (chosen) response.json(await eventsAsJson(db, filterOf(chosen), chosen.limit ?? MOST_AT_ONCE));
  });
  router.get("/control/events.csv", async ({ query }, response) => {
    const chosen = queryIn(filterIn, query, response);
    if (chosen) await sendCsv(response, { name: "events", head: EVENT_COLUMNS, pages: csvPages(db, filterOf(chosen)) });
  });
  return router;
}

async function showEvents(
  { db, siteOrigin }: Context,
  chosen: z.output<typeof pageQuery>,
  response: Response,
): Promise<void> {
  const isLive = chosen.live === "on";
  if (isLive) response.set("Refresh", String(REFRESH_S));
  const filter = filterOf(chosen);
  const events = await newestEvents(db, filter, SHOWN_EVENTS);
  const counts = await countByName(db, { ...filter, name: undefined });
  sendPage(
    response,
    <EventsPage
      events={events}
      counts={counts}
      filter={filter}
      refreshS={isLive ? REFRESH_S : undefined}
      siteOrigin={siteOrigin}
    />,
  );
}

/** `count` is of all that match, `events` the newest of them, newest first, each `event` as the site sent it. */
async function eventsAsJson(db: Db, filter: EventFilter, limit: number) {
  const counts = await countByName(db, filter);
  const events = await newestEvents(db, filter, limit);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    events: events.map(({ seq, event_id, user_id, event }) => ({
      seq,
      event_id,
      user_id: JSON.parse(user_id),
      event: JSON.parse(event),
    })),
  };
}

const EVENT_COLUMNS = [
  "event_id",
  "at",
  "name",
  "front_id",
  "language",
  "provider",
  "channel",
  "scripts",
  "page",
  "order_id",
  "event",
];

async function* csvPages(db: Db, filter: EventFilter) {
  for await (const rows of allEvents(db, filter)) yield rows.map(eventCells);
}

const eventCells = (row: AnalyticsEventRow) => {
  const { event_id, at, name, front_id, language, provider, channel, scripts, page, order_id, event } = row;
  return [event_id, timeOf(at), name, front_id, language, provider, channel, scripts, page, order_id, event];
};
