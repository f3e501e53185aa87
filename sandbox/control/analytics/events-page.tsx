import { type AnalyticsParameter, analyticsEvent } from "~/upstream/contract/analytics";
import type { AnalyticsEventRow } from "../../../payments/analytics/tables";
import { Table } from "../../../payments/html/table";
import { Time } from "../../../payments/html/time";
import type { EventFilter } from "../../analytics/read-events";
import { ControlDocument } from "../control-document";

interface EventsPageProps {
  /** Newest first. */
  events: AnalyticsEventRow[];
  /** How many there are of each name. */
  counts: { name: string; count: number }[];
  filter: EventFilter;
  /** Seconds until the page loads itself again; undefined: it does not. */
  refreshS: number | undefined;
  siteOrigin: string;
}

export function EventsPage({ events, counts, filter, refreshS, siteOrigin }: EventsPageProps) {
  const isLive = refreshS !== undefined;
  const live = isLive ? undefined : "off";
  return (
    <ControlDocument title="Analytics events" place="/control/events">
      <p className="lead">
        {isLive ? `New ones are looked for every ${refreshS} seconds: ` : "They stand still: "}
        <a href={address("", filter, isLive ? "off" : undefined)}>{isLive ? "stop" : "go on"}</a>. The same{" "}
        <a href={address(".json", filter)}>as JSON</a> and <a href={address(".csv", filter)}>as CSV</a>.
      </p>
      <Names counts={counts} filter={filter} live={live} />
      {filter.frontId !== undefined && (
        <p className="note">
          Only of the browser {filter.frontId}. <a href={address("", { ...filter, frontId: undefined }, live)}>All</a>
        </p>
      )}
      <Table
        head={["When", "Event", "Page", "Browser", "Language", "Country", "Channel", "Scripts", "More"]}
        whole={["Event", "Page", "Browser", "Language"]}
        rows={events.map((event) => shownEvent(event, filter, live))}
        empty={
          <>
            No events yet: <a href={siteOrigin}>visit the site</a>. Where it asks for consent, agree to analytics.
          </>
        }
      />
    </ControlDocument>
  );
}

interface NamesProps extends Pick<EventsPageProps, "counts" | "filter"> {
  live: string | undefined;
}

/** Links that show the events of one name: a form would lose what is chosen in it whenever the page loads again. */
function Names({ counts, filter, live }: NamesProps) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav className="places" aria-label="Event names">
      {[{ name: undefined, count: all }, ...counts].map(({ name, count }) => (
        <a
          key={name ?? ""}
          href={address("", { ...filter, name }, live)}
          aria-current={name === filter.name ? "true" : undefined}
        >
          {name ?? "All"} {count.toLocaleString("en")}
        </a>
      ))}
    </nav>
  );
}

function address(ending: "" | ".json" | ".csv", { name, frontId, since }: EventFilter, live?: string): string {
  const chosen = Object.entries({ name, front_id: frontId, since, live });
  const query = new URLSearchParams(chosen.flatMap(([key, value]) => (value === undefined ? [] : [[key, `${value}`]])));
  return `/control/events${ending}${query.size === 0 ? "" : `?${query}`}`;
}

function shownEvent(row: AnalyticsEventRow, filter: EventFilter, live: string | undefined) {
  const { seq, at, name, page, front_id, language, channel, scripts } = row;
  const { country_code, event_params } = analyticsEvent.parse(JSON.parse(row.event));
  return {
    key: seq,
    cells: [
      <Time key="when" at={at} />,
      name,
      page,
      front_id && (
        <a key="browser" href={address("", { ...filter, frontId: front_id }, live)}>
          {front_id.slice(0, 8)}
        </a>
      ),
      language,
      country_code,
      channel,
      scripts,
      event_params
        .filter(({ key }) => !ELSEWHERE.includes(key))
        .map(parameterText)
        .join(" · "),
    ],
  };
}

/** Parameters that have a column, or tell nothing to a reader. */
const ELSEWHERE = ["event_id", "route_name", "path"];

const parameterText = ({ key, value }: AnalyticsParameter): string => `${key} ${Object.values(value).join("")}`;
