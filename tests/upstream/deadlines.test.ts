import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addPeriod,
  dayIn,
  earliestDay,
  endOfDay,
  knownTimeZone,
  lastPaidDay,
  lastWholeDay,
  latestDay,
  periodEnd,
  renewalDay,
  startOfDay,
  type Whereabouts,
  whereabouts,
} from "~/upstream/contract/deadlines";
import { COUNTRY_CODES } from "~/upstream/contract/values/scalars";
import { easterSunday, lastDayAfter, orthodoxEaster } from "~/upstream/contract/values/working-days";
import { runs } from "../setup/effort";

const ZONES = Intl.supportedValuesOf("timeZone");
const MOMENTS = { min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) };

/** Any moment, or one within seconds of the full hour at which days and clocks change, at a month's end or before a leap day. */
const anyMoment = fc.oneof(
  fc.integer(MOMENTS),
  fc
    .tuple(
      fc.integer({ min: 2024, max: 2039 }),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: -16, max: 40 }),
      fc.constantFrom(-1, 0, 1, 34 * 60_000),
    )
    .map(([year, month, hours, ms]) => Date.UTC(year, month + 1, 0, hours) + ms),
);
const anyPeriod = fc.record({
  interval: fc.constantFrom("day", "week", "month", "year"),
  interval_count: fc.integer({ min: 1, max: 24 }),
} as const);

const inZone = (zone: string): Whereabouts => ({ zone, zones: [zone] });

/** In every country, with scripts that say some zone or none. */
const anyPlace = fc.oneof(
  fc.constantFrom(...ZONES).map(inZone),
  fc
    .tuple(fc.constantFrom(...COUNTRY_CODES), fc.option(fc.constantFrom(...ZONES), { nil: undefined }))
    .map(([country, zone]) => whereabouts(country, zone)),
);

describe("in every zone that there is", () => {
  it.each(ZONES)("a day of %s begins when its calendar says so, also where clocks change", (zone) => {
    for (const day of [
      "2024-02-29",
      "2026-03-08",
      "2026-03-29",
      "2026-09-06",
      "2026-10-25",
      "2026-11-01",
      "2027-01-01",
    ]) {
      const start = startOfDay(day, inZone(zone));
      expect([dayIn(zone, start - 1), dayIn(zone, start)]).toEqual([addDays(day, -1), day]);
      expect(dayIn(zone, endOfDay(day, inZone(zone)) - 1)).toBe(day);
    }
  });

  it("nothing is charged before the day that was told has begun, and what was paid lasts as long as its days", () => {
    fc.assert(
      fc.property(anyMoment, anyPeriod, anyPlace, (from, period, place) => {
        const told = addPeriod(latestDay(from, place), period);
        const charged = periodEnd(from, period, place);
        for (const zone of place.zones) expect(dayIn(zone, charged) >= told).toBe(true);
        // What is told afterwards, of the moment alone, is the same day, or an earlier one than it is anywhere.
        expect(renewalDay({ on: new Date(charged).toISOString() }, place) >= told).toBe(true);
        for (const zone of place.zones) expect(earliestDay(charged, place) <= dayIn(zone, charged)).toBe(true);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("whoever is in one country is told one day before the sale and after it", () => {
    fc.assert(
      fc.property(anyMoment, anyPeriod, fc.constantFrom(...COUNTRY_CODES), (from, period, country) => {
        const place = whereabouts(country);
        const told = addPeriod(latestDay(from, place), period);
        expect(earliestDay(periodEnd(from, period, place), place)).toBe(told);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("the last day to withdraw holds to its last second, and counts from the day after the purchase", () => {
    fc.assert(
      fc.property(anyMoment, anyPlace, fc.constantFrom(...COUNTRY_CODES), (bought, place, country) => {
        const last = lastDayAfter(latestDay(bought, place), 14, country);
        const until = endOfDay(last, place);
        expect(lastWholeDay(until, place)).toBe(last);
        for (const zone of place.zones) {
          expect(endOfDay(last, inZone(zone)) - 1_000 < until).toBe(true);
          expect(last >= addDays(dayIn(zone, bought), 14)).toBe(true);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("what is told of an end that has only a moment is over by then nowhere", () => {
    fc.assert(
      fc.property(anyMoment, anyPlace, (until, place) => {
        const told = lastWholeDay(until, place);
        expect(endOfDay(told, place)).toBeLessThanOrEqual(until + 60_000);
        expect(endOfDay(addDays(told, 1), place)).toBeGreaterThan(until);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

it.each([
  ["2026-01-31", "month", 1, "2026-02-28"],
  ["2028-01-31", "month", 1, "2028-02-29"],
  ["2026-10-31", "month", 1, "2026-11-30"],
  ["2028-02-29", "year", 1, "2029-02-28"],
  ["2028-02-29", "year", 4, "2032-02-29"],
  ["2026-12-31", "month", 2, "2027-02-28"],
  ["2026-12-25", "week", 1, "2027-01-01"],
  ["2026-02-27", "day", 3, "2026-03-02"],
] as const)("%s and %s × %d is %s", (from, interval, interval_count, day) => {
  expect(addPeriod(from, { interval, interval_count })).toBe(day);
});

const MONTH = { interval: "month", interval_count: 1 } as const;

it.each([
  // 17:33 on October 26 in Los Angeles.
  ["2026-10-27T00:33:00Z", "US", undefined, "2026-11-26", "2026-11-27T01:33:00.000Z"],
  // 01:00 in New York is the day before in Honolulu: there the day begins first.
  ["2026-10-27T05:00:00Z", "US", undefined, "2026-11-27", "2026-11-27T10:00:00.000Z"],
  ["2026-10-26T23:34:00Z", "DE", undefined, "2026-11-27", "2026-11-26T23:34:00.000Z"],
  // Chosen for its prices, by whoever is in Los Angeles: the later day, charged when it has begun in both.
  ["2026-10-27T00:33:00Z", "DE", "America/Los_Angeles", "2026-11-27", "2026-11-27T08:00:00.000Z"],
])("bought at %s in %s (%s), a month is charged again on %s", (bought, country, zone, day, at) => {
  const place = whereabouts(country, zone);
  expect(addPeriod(latestDay(Date.parse(bought), place), MONTH)).toBe(day);
  expect(new Date(periodEnd(Date.parse(bought), MONTH, place)).toISOString()).toBe(at);
});

it("every country has zones, and its main one is among them", () => {
  for (const country of COUNTRY_CODES) {
    const { zone, zones } = whereabouts(country);
    expect(zones.map((one) => dayIn(one, 0)).length).toBeGreaterThan(0);
    expect(zones).toContain(zone);
  }
  expect(whereabouts("XK").zone).toBe("Europe/Belgrade");
  expect(whereabouts("US").zones).toContain("Pacific/Honolulu");
  expect(whereabouts(undefined)).toEqual({ zone: "UTC", zones: ["UTC"] });
});

it.each([
  ["Asia/Kolkata", "Asia/Calcutta"],
  ["America/Los_Angeles", "America/Los_Angeles"],
  ["UTC", undefined],
  ["Mars/Olympus", undefined],
  ["+01:00", undefined],
  ["<script>", undefined],
  ["x".repeat(65), undefined],
  ["", undefined],
])("the time zone %s of a form is %s", (said, zone) => {
  expect(knownTimeZone(said)).toBe(
    zone && new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone,
  );
});

it.each([
  [2026, "2026-04-05", "2026-04-12"],
  [2027, "2027-03-28", "2027-05-02"],
  [2028, "2028-04-16", "2028-04-16"],
  [2038, "2038-04-25", "2038-04-25"],
])("Easter of %d is on %s, and on %s in the East", (year, western, eastern) => {
  expect([easterSunday(year), orthodoxEaster(year)]).toEqual([western, eastern]);
});

it.each([
  ["a working day", "2026-11-11", "DE", "2026-11-25"],
  ["a Sunday", "2026-11-01", "DE", "2026-11-16"],
  ["a Saturday", "2026-11-07", "FR", "2026-11-23"],
  ["Christmas, before a weekend", "2026-12-11", "DE", "2026-12-28"],
  ["Good Friday, before Easter", "2026-03-20", "DE", "2026-04-07"],
  ["the day of German Unity, a Saturday", "2026-09-19", "DE", "2026-10-05"],
  ["Bastille Day", "2026-06-30", "FR", "2026-07-15"],
  ["that day elsewhere", "2026-06-30", "DE", "2026-07-14"],
  ["Easter Monday of the East", "2026-03-30", "GR", "2026-04-14"],
  ["a bank holiday in Ireland", "2026-07-20", "IE", "2026-08-04"],
  ["a Sunday in Seoul", "2026-11-01", "KR", "2026-11-16"],
  ["Christmas, of which Seoul's table says nothing", "2026-12-11", "KR", "2026-12-25"],
  ["a Sunday where no law moves it on", "2026-11-01", "US", "2026-11-15"],
  ["a Saturday in London", "2026-11-07", "GB", "2026-11-21"],
])("14 days that would end on %s", (_, from, country, last) => {
  expect(lastDayAfter(from, 14, country)).toBe(last);
});

describe("paid time", () => {
  const here = { now: Date.parse("2026-11-22T23:59:59Z"), place: whereabouts("GB") };

  it.each([
    ["2026-12-22", "2026-12-22"],
    ["2026-12-23", "2026-12-23"],
    // Another subscription's end.
    ["2026-12-20", "2026-12-22"],
    ["2027-11-22", "2026-12-22"],
  ])("that was counted to the second, and is told to end on %s, ends on %s", (told, day) => {
    expect(lastPaidDay(30 * 86_400 + 1, told, here)).toBe(day);
  });

  it("whose end nobody has told ends with its last whole day", () => {
    expect(lastPaidDay(3 * 86_400 + 1, undefined, here)).toBe("2026-11-25");
    expect(lastPaidDay(3 * 86_400 - 7_200, undefined, here)).toBe("2026-11-24");
  });
});
