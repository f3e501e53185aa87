import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import { z } from "zod";
import type { PlanPeriod } from "./values/plan-period";

/**
 * Days as buyers count them. A day is ISO 8601 ("2026-11-27") and holds from its first to its last moment wherever its buyer may be;
 * a moment is in milliseconds since 1970. Zones and their clocks are those of the IANA database, as Intl knows them.
 */

/** Where a buyer may be, as far as anybody knows. */
export interface Whereabouts {
  /** The zone whose calendar dates what has happened. */
  zone: string;
  /** Every zone they may be in, that one included. */
  zones: readonly string[];
}

/** Of countries that have several zones: the one that most people live in. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  ...{ AR: "America/Argentina/Buenos_Aires", AU: "Australia/Sydney", BR: "America/Sao_Paulo", CA: "America/Toronto" },
  ...{ CD: "Africa/Kinshasa", CL: "America/Santiago", CN: "Asia/Shanghai", CY: "Asia/Nicosia", DE: "Europe/Berlin" },
  ...{ EC: "America/Guayaquil", ES: "Europe/Madrid", FM: "Pacific/Pohnpei", GL: "America/Nuuk", ID: "Asia/Jakarta" },
  ...{
    KI: "Pacific/Tarawa",
    KZ: "Asia/Almaty",
    MH: "Pacific/Majuro",
    MN: "Asia/Ulaanbaatar",
    MX: "America/Mexico_City",
  },
  ...{ MY: "Asia/Kuala_Lumpur", NZ: "Pacific/Auckland", PF: "Pacific/Tahiti", PG: "Pacific/Port_Moresby" },
  ...{ PS: "Asia/Hebron", PT: "Europe/Lisbon", RU: "Europe/Moscow", UA: "Europe/Kyiv", US: "America/New_York" },
  UZ: "Asia/Tashkent",
};

/** Without a zone of their own in Intl: Kosovo, which has Serbia's. */
const ZONES_ELSEWHERE: Readonly<Record<string, readonly string[]>> = { XK: ["Europe/Belgrade"] };

const zoneList = z.array(z.string()).catch([]);

/** Newer engines have a method, older ones a property; TypeScript knows neither. */
function zonesInIntl(country: string): string[] {
  const region = new Intl.Locale(`und-${country}`);
  if ("getTimeZones" in region && typeof region.getTimeZones === "function")
    return zoneList.parse(region.getTimeZones());
  return zoneList.parse("timeZones" in region ? region.timeZones : []);
}

const NOWHERE: Whereabouts = { zone: "UTC", zones: ["UTC"] };

function inCountry(country: string): Whereabouts {
  const zones = ZONES_ELSEWHERE[country] ?? zonesInIntl(country);
  const zone = MAIN_ZONES[country] ?? zones[0];
  return zone === undefined ? NOWHERE : { zone, zones: zones.includes(zone) ? zones : [zone, ...zones] };
}

const countries = new Map<string, Whereabouts>();

/**
 * @param country ISO 3166-1; only the country itself: its territories overseas have codes of their own. Undefined: unknown, which is
 * counted in UTC
 * @param timeZone of the buyer's browser, where it said one. A country may have been chosen, and a clock set for elsewhere, so both count.
 */
export function whereabouts(country: string | undefined, timeZone?: string | null): Whereabouts {
  const known = country === undefined ? NOWHERE : (countries.get(country) ?? inCountry(country));
  if (country !== undefined) countries.set(country, known);
  if (!timeZone) return known;
  return { zone: timeZone, zones: known === NOWHERE ? [timeZone] : [...new Set([timeZone, ...known.zones])] };
}

const zoneNames: ReadonlySet<string> = new Set(Intl.supportedValuesOf("timeZone"));

/** By the name that a browser said, of which there are few: Intl takes long for one. */
const zonesNamed = new Map<string, string | undefined>();
const MOST_ZONES = 1_000;

/** A browser's time zone under the name that Intl has for it here; undefined for what is none, and for UTC, which hides where somebody is. */
export function knownTimeZone(name: string | undefined): string | undefined {
  if (!name || name.length > 64) return undefined;
  if (!zonesNamed.has(name)) {
    if (zonesNamed.size >= MOST_ZONES) zonesNamed.clear();
    zonesNamed.set(name, zoneInIntl(name));
  }
  return zonesNamed.get(name);
}

function zoneInIntl(name: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return zoneNames.has(zone) ? zone : undefined;
  } catch {
    return undefined;
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known !== undefined) return known;
  const parts = {
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  } as const;
  const made = new Intl.DateTimeFormat("en", { ...parts, timeZone });
  calendars.set(timeZone, made);
  return made;
}

/** By zone and minute: a page asks for the day in each zone of its country, and Intl takes long to tell. */
const days = new Map<string, string>();
const MOST_DAYS = 2_000;

/** The day that it is in a zone. */
export function dayIn(zone: string, at: number): string {
  const key = `${zone} ${Math.floor(at / MINUTE_MS)}`;
  const day = days.get(key) ?? countedDay(zone, at);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(key, day);
  return day;
}

function countedDay(zone: string, at: number): string {
  const parts = calendarOf(zone).formatToParts(at);
  const partOf = (type: "year" | "month" | "day") => parts.find((part) => part.type === type)?.value ?? "";
  return `${partOf("year").padStart(4, "0")}-${partOf("month")}-${partOf("day")}`;
}

const daysIn = (zones: readonly string[], at: number): string[] => zones.map((zone) => dayIn(zone, at)).sort();

/** The day that it is where it is furthest in the west: so late, and no later, something is told to happen. */
export const earliestDay = (at: number, { zone, zones }: Whereabouts): string =>
  daysIn(zones, at)[0] ?? dayIn(zone, at);

/** The day that it is where it is furthest in the east: from there a buyer's time is counted, so that nobody gets less of it. */
export const latestDay = (at: number, { zone, zones }: Whereabouts): string =>
  daysIn(zones, at).at(-1) ?? dayIn(zone, at);

const DURATIONS = { day: "days", week: "weeks", month: "months", year: "years" } as const;

/** The day after so many days, weeks, months or years of the calendar. A month after its last day is the next month's last day at most. */
export const addPeriod = (day: string, { interval, interval_count: count }: PlanPeriod): string =>
  new Date(add(new UTCDate(day), { [DURATIONS[interval]]: count }).getTime()).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => addPeriod(day, { interval: "day", interval_count: days });

/** The first moment of a day in a zone. Clocks differ from UTC by whole minutes, and by less than 16 hours. */
function startIn(zone: string, day: string): number {
  let before = Date.parse(day) - 16 * HOUR_MS;
  let after = Date.parse(day) + 16 * HOUR_MS;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (dayIn(zone, middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** The first moment at which a day has begun wherever the buyer may be: what was agreed for it is not charged sooner. */
export const startOfDay = (day: string, { zones }: Pick<Whereabouts, "zones">): number =>
  Math.max(...zones.map((zone) => startIn(zone, day)));

/** The first moment at which a day is over wherever the buyer may be: until then what was told to hold on it holds. */
export const endOfDay = (day: string, place: Pick<Whereabouts, "zones">): number => startOfDay(addDays(day, 1), place);

/** The last day that is over everywhere at a moment, give or take a minute: "23:59" and "24:00" of a day both mean all of it. */
export const lastWholeDay = (until: number, place: Whereabouts): string =>
  addDays(earliestDay(until + MINUTE_MS, place), -1);

/**
 * When a period that begins at a moment is over, and the next one is charged: at the same time of the day that follows by the calendar,
 * and not before that day has begun everywhere.
 */
export function periodEnd(from: number, period: PlanPeriod, place: Whereabouts): number {
  const first = latestDay(from, place);
  const day = addPeriod(first, period);
  const zone = place.zones.find((one) => dayIn(one, from) === first) ?? place.zone;
  const sameTime = startIn(zone, day) + (from - startIn(zone, first));
  // The last day may be shorter, where clocks are put forward.
  return Math.max(Math.min(sameTime, startIn(zone, addDays(day, 1)) - 1), startOfDay(day, place));
}

/** What the payments API dates: by a moment or a day alone, and perhaps by the day beside it. ISO 8601. */
interface Dated {
  at: string;
  day: string | undefined;
}

const dayOf = ({ at, day }: Dated, dayAt: (moment: number) => string): string =>
  day ?? (at.includes("T") ? dayAt(Date.parse(at)) : at);

/** The day of what has happened. */
export const pastDay = (dated: Dated, { zone }: Whereabouts): string => dayOf(dated, (at) => dayIn(zone, at));

/** The last day that something lasts. */
export const finalDay = (dated: Dated, place: Whereabouts): string => dayOf(dated, (at) => lastWholeDay(at, place));

/** The day of the next payment; where only its moment is known, the earliest day that it is. */
export const renewalDay = ({ on, day }: { on: string; day?: string }, place: Whereabouts): string =>
  dayOf({ at: on, day }, (at) => earliestDay(at, place));

/**
 * The last day of the paid time of which some seconds are left. They were counted a moment ago on another clock, and rounded, so
 * a day that was given goes before, unless it is another one: more than a day away.
 */
export function lastPaidDay(
  remainSeconds: number,
  given: string | undefined,
  { now, place }: { now: number; place: Whereabouts },
): string {
  const counted = lastWholeDay(now + remainSeconds * 1000, place);
  return given !== undefined && addDays(given, -1) <= counted && counted <= addDays(given, 1) ? given : counted;
}
