import { type AnalyticsEvent, analyticsEvents } from "~/upstream/contract/analytics";
import { eventRow } from "../analytics/event-row";
import { storeEvents } from "../analytics/store-events";
import type { Context } from "../context";
import type { Route, routesIn } from "./route";

/** A full batch of events with long addresses. */
const BODY_LIMIT = "256kb";

export function analyticsRoutes({ db }: Context, { posting }: ReturnType<typeof routesIn>) {
  const route: Route = posting(analyticsEvents, async ({ user_id, events }) => {
    const good = events.filter(hasOneMoment);
    const rows = good.map((event) => eventRow(event, user_id));
    await db.transaction().execute((tx) => storeEvents(tx, rows));
    const rejected = events.flatMap((event, index) => (hasOneMoment(event) ? [] : [{ index, reason: TWO_MOMENTS }]));
    return { accepted: good.length, rejected };
  });
  return { analyticsEvents: { ...route, bodyLimit: BODY_LIMIT } };
}

const TWO_MOMENTS = "event_datetime is not the moment of event_timestamp in Asia/Shanghai";

const SHANGHAI_MS = 8 * 3_600_000;

const hasOneMoment = ({ event_datetime, event_timestamp }: AnalyticsEvent): boolean => {
  const shanghai = new Date(Math.floor(event_timestamp / 1000) + SHANGHAI_MS);
  return event_datetime === shanghai.toISOString().slice(0, 19).replace("T", " ");
};
