import { type RawBuilder, sql } from "kysely";
import { lastDropped } from "../../payments/analytics/store-events";
import type { Db } from "../../payments/store/database";

/** The steps from a visit to a payment, with the event that tells of each. */
const FUNNEL_STEPS = [
  { event: "page_show", label: "Views" },
  { event: "plan_view", label: "Plans seen" },
  { event: "plan_select", label: "Plan chosen" },
  { event: "pay_submit", label: "Pay" },
  { event: "pay_result", label: "Done" },
] as const;

/** A visitor chooses the provider on the form that pays, so no earlier step has one. */
const STEPS_WITH_PROVIDER = FUNNEL_STEPS.slice(-2);

/** By what the funnel can be broken down and filtered. */
export const CUTS = ["language", "provider", "channel", "scripts"] as const;
export type Cut = (typeof CUTS)[number];

/** Stands for events that do not tell a cut's value. */
const NOT_TOLD = "(none)";

export interface FunnelQuestion {
  by?: Cut | undefined;
  /** Only events with these values. */
  only: Readonly<Partial<Record<Cut, string | undefined>>>;
}

export interface Funnel {
  /** The value of the cut it is broken down by; empty where it is not. */
  value: string;
  steps: FunnelStep[];
}

interface FunnelStep {
  event: string;
  label: string;
  events: number;
  /** Browsers with an id for analytics; visitors who did not agree to one are not among them. */
  visitors: number;
  /** Of the first step's, from 0; undefined where that has none. */
  shareOfEvents: number | undefined;
  shareOfVisitors: number | undefined;
}

/** One funnel, or one for each value of the cut asked for, those with the most events at the first step first. */
export async function funnels(db: Db, { by, only }: FunnelQuestion): Promise<Funnel[]> {
  const steps = by === "provider" || only.provider !== undefined ? STEPS_WITH_PROVIDER : FUNNEL_STEPS;
  const counts = await countsOf(db, { by, only });
  const values = by === undefined ? [""] : [...new Set(counts.map(({ value }) => value ?? NOT_TOLD))];
  const made = values.map((value): Funnel => {
    const own = by === undefined ? counts : counts.filter((count) => (count.value ?? NOT_TOLD) === value);
    return { value, steps: withShares(steps.map((step) => ({ ...step, ...countAt(own, step.event) }))) };
  });
  const size = ({ steps: [first] }: Funnel) => first?.events ?? 0;
  return made
    .filter(({ steps: own }) => by === undefined || own.some(({ events }) => events > 0))
    .sort((one, other) => size(other) - size(one) || (one.value < other.value ? -1 : 1));
}

interface Count {
  name: string;
  value: string | null;
  events: number;
  visitors: number;
}

/**
 * An event's value of a cut. The site cannot always tell whether a page's scripts ran; then the browser's other events do. Of
 * "on" and "off" the greater word is "on".
 */
const valueIn = (cut: Cut): RawBuilder<string | null> =>
  cut === "scripts"
    ? sql`coalesce(analytics_events.scripts, (
        select max(others.scripts) from analytics_events as others where others.front_id = analytics_events.front_id
      ))`
    : sql.ref(cut);

async function countsOf(db: Db, { by, only }: FunnelQuestion): Promise<Count[]> {
  const value = by === undefined ? sql`null` : valueIn(by);
  let query = db
    .selectFrom("analytics_events")
    .select((eb) => [
      "name",
      sql<string | null>`${value}`.as("value"),
      eb.fn.countAll<number>().as("events"),
      eb.fn.count<number>("front_id").distinct().as("visitors"),
    ])
    .where("seq", ">", await lastDropped(db))
    .where(
      "name",
      "in",
      FUNNEL_STEPS.map(({ event }) => event),
    )
    .groupBy(["name", "value"]);
  for (const cut of CUTS) {
    const wanted = only[cut];
    if (wanted === NOT_TOLD) query = query.where(valueIn(cut), "is", null);
    else if (wanted !== undefined) query = query.where(valueIn(cut), "=", wanted);
  }
  return query.execute();
}

function countAt(counts: readonly Count[], event: string): Pick<Count, "events" | "visitors"> {
  const { events, visitors } = counts.find(({ name }) => name === event) ?? { events: 0, visitors: 0 };
  return { events, visitors };
}

type Counted = Omit<FunnelStep, "shareOfEvents" | "shareOfVisitors">;

const withShares = (steps: readonly Counted[]): FunnelStep[] =>
  steps.map((step) => ({
    ...step,
    shareOfEvents: share(step.events, steps[0]?.events),
    shareOfVisitors: share(step.visitors, steps[0]?.visitors),
  }));

const share = (part: number, whole = 0): number | undefined => (whole === 0 ? undefined : part / whole);

/** The values that the stored events have of a cut. */
export async function valuesOf(db: Db, cut: Cut): Promise<string[]> {
  const rows = await db
    .selectFrom("analytics_events")
    .select(sql<string | null>`${sql.ref(cut)}`.as("value"))
    .groupBy("value")
    .orderBy("value", (order) => order.asc().nullsFirst())
    .limit(MOST_VALUES)
    .execute();
  return rows.map(({ value }) => value ?? NOT_TOLD);
}

const MOST_VALUES = 200;
