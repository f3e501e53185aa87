import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { paidTimeEnd, periodEnd } from "~/upstream/contract/catalogue";
import { runs } from "../setup/effort";

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

afterEach(() => vi.unstubAllEnvs());

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
  expect(dayOf(periodEnd(new Date(`${from}T12:00:00Z`), { interval, interval_count }))).toBe(day);
});

it.each(["Pacific/Kiritimati", "America/Los_Angeles", "Europe/Berlin"])("a server in %s counts in UTC", (zone) => {
  vi.stubEnv("TZ", zone);
  const lateOnTheLastDay = new Date("2026-01-31T23:30:00Z");
  expect(dayOf(periodEnd(lateOnTheLastDay, { interval: "month", interval_count: 1 }))).toBe("2026-02-28");
  const overSummerTime = new Date("2026-03-28T00:30:00Z");
  expect(dayOf(periodEnd(overSummerTime, { interval: "day", interval_count: 2 }))).toBe("2026-03-30");
});

it("the day after any period is later, and on the same day of the month where the month has one", () => {
  const dates = fc.date({ min: new Date("2020-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 120 }), (from, count) => {
      const after = periodEnd(from, { interval: "month", interval_count: count });
      expect(after.getTime()).toBeGreaterThan(from.getTime());
      const lastOfMonth = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0)).getUTCDate();
      expect(after.getUTCDate()).toBe(Math.min(from.getUTCDate(), lastOfMonth));
    }),
    { numRuns: runs(10_000) },
  );
});

const NOW = new Date("2026-11-22T23:59:59Z");

it.each([
  ["2026-12-22T23:59:59Z", "2026-12-22"],
  ["2026-12-22", "2026-12-22"],
  ["2026-12-24", "2026-12-24"],
  // Another subscription's end.
  ["2026-12-20", "2026-12-23"],
  ["2027-11-22", "2026-12-23"],
])("paid time that was counted to the second, and is told to end at %s, ends on %s", (told, day) => {
  const roundedUp = 30 * 86_400 + 1;
  expect(dayOf(paidTimeEnd(roundedUp, new Date(told), NOW))).toBe(day);
});

it("paid time whose end nobody has told ends when the seconds are over", () => {
  expect(dayOf(paidTimeEnd(3 * 86_400, undefined, NOW))).toBe("2026-11-25");
});
