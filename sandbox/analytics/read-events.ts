import type { AnalyticsEventRow } from "../../payments/analytics/tables";
import type { Db } from "../../payments/store/database";

/** Which events; what is undefined keeps none out. */
export interface EventFilter {
  name?: string | undefined;
  frontId?: string | undefined;
  /** Events that happened then or later: milliseconds since 1970. */
  since?: number | undefined;
}

const PAGE = 1000;

const matching = (db: Db, { name, frontId, since }: EventFilter) =>
  db
    .selectFrom("analytics_events")
    .$if(name !== undefined, (query) => query.where("name", "=", name ?? ""))
    .$if(frontId !== undefined, (query) => query.where("front_id", "=", frontId ?? ""))
    .$if(since !== undefined, (query) => query.where("at", ">=", since ?? 0));

/** The events that came last, newest first. */
export const newestEvents = (db: Db, filter: EventFilter, limit: number): Promise<AnalyticsEventRow[]> =>
  matching(db, filter).selectAll().orderBy("seq", "desc").limit(limit).execute();

/** All of them, newest first, some at a time. */
export async function* allEvents(db: Db, filter: EventFilter): AsyncGenerator<AnalyticsEventRow[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await matching(db, filter)
      .selectAll()
      .where("seq", "<", before)
      .orderBy("seq", "desc")
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    before = last.seq;
  }
}

/** How many there are of each name, by name. */
export const countByName = (db: Db, filter: EventFilter): Promise<{ name: string; count: number }[]> =>
  matching(db, filter)
    .select((eb) => ["name", eb.fn.countAll<number>().as("count")])
    .groupBy("name")
    .orderBy("name")
    .execute();
