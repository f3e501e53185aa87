import { addDays } from "../deadlines";
import { EEA } from "./regions";

/**
 * Regulation (EEC, Euratom) 1182/71, art. 3(1) and (4): the day of the event is not counted, and a period that would end on a Saturday,
 * a Sunday or a public holiday ends with the next working day. With more holidays than a buyer may have: a period only gets longer by
 * that. Regional ones, and those moved to a Monday, are not among them.
 */

/** Of the other countries those whose law moves a last day on, too (docs/selling.md has the articles); only their weekends are known here. */
const ELSEWHERE: readonly string[] = ["AR", "BR", "IL", "KR", "TR", "TW"];

/** In most states of the European Economic Area, or of the EU's institutions; month and day. */
const FIXED: readonly string[] = "01-01 01-06 05-01 08-15 11-01 12-24 12-25 12-26 12-31".split(" ");

/** Days after Easter Sunday: Maundy Thursday, Good Friday, Easter Monday, Ascension, Whit Monday, Corpus Christi. */
const AFTER_EASTER: readonly number[] = [-3, -2, 1, 39, 50, 60];

/** Clean Monday, Good Friday, Easter Monday, Whit Monday. */
const AFTER_ORTHODOX_EASTER: readonly number[] = [-48, -2, 1, 50];
const ORTHODOX: readonly string[] = ["BG", "CY", "GR", "RO"];

/** The others of each state; from its law on public holidays, in November 2026. */
const NATIONAL: Readonly<Record<string, string>> = {
  ...{ AT: "10-26 12-08", BE: "07-21 11-11", BG: "03-03 05-06 05-24 09-06 09-22", CY: "03-25 04-01 10-01 10-28" },
  ...{ CZ: "05-08 07-05 07-06 09-28 10-28 11-17", DE: "10-03 10-31", DK: "06-05", EE: "02-24 06-23 06-24 08-20" },
  ...{
    ES: "10-12 12-06 12-08",
    FI: "12-06",
    FR: "05-08 07-14 11-11",
    GR: "03-25 10-28",
    HR: "05-30 06-22 08-05 11-18",
  },
  ...{ HU: "03-15 08-20 10-23", IE: "03-17", IS: "06-17", IT: "04-25 06-02 12-08", LI: "02-02 03-19 09-08 12-08" },
  ...{ LT: "02-16 03-11 06-24 07-06 11-02", LU: "05-09 06-23", LV: "05-04 06-23 06-24 11-18" },
  ...{ MT: "02-10 03-19 03-31 06-07 06-29 09-08 09-21 12-08 12-13", NL: "04-27", NO: "05-17", PL: "05-03 11-11" },
  ...{ PT: "04-25 06-10 10-05 12-01 12-08", RO: "01-02 01-07 01-24 06-01 11-30 12-01", SE: "06-06" },
  ...{ SI: "01-02 02-08 04-27 05-02 06-25 10-31", SK: "05-08 07-05 08-29 09-01 09-15 11-17" },
};

/** Ireland's bank holidays, by month: its first Monday, of October its last. */
const IRISH_MONDAYS: readonly string[] = ["02", "05", "06", "08", "10"];

const isoDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** By Meeus, Astronomical Algorithms, chapter 8. */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return isoDay(year, Math.floor(f / 31), (f % 31) + 1);
}

/** By the Julian calendar, which is 13 days behind from 1900 to 2099; the same source. */
export function orthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const f = d + e + 114;
  return isoDay(year, Math.floor(f / 31), (f % 31) + 1 + 13);
}

function isHoliday(day: string, country: string): boolean {
  const year = Number(day.slice(0, 4));
  const date = day.slice(5);
  if (FIXED.includes(date) || NATIONAL[country]?.split(" ").includes(date)) return true;
  if (AFTER_EASTER.some((days) => addDays(easterSunday(year), days) === day)) return true;
  return (
    ORTHODOX.includes(country) && AFTER_ORTHODOX_EASTER.some((days) => addDays(orthodoxEaster(year), days) === day)
  );
}

const isIrishMonday = (day: string): boolean => {
  const [month = "", date = ""] = day.slice(5).split("-");
  return IRISH_MONDAYS.includes(month) && (month === "10" ? Number(date) > 24 : Number(date) < 8);
};

function isMovedOn(day: string, country: string): boolean {
  const weekday = new Date(day).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  if (!EEA.includes(country)) return isWeekend && ELSEWHERE.includes(country);
  return isWeekend || isHoliday(day, country) || (country === "IE" && weekday === 1 && isIrishMonday(day));
}

/** The last of so many days after a day; where the country's law says so, the first working day from then. */
export function lastDayAfter(day: string, days: number, country: string): string {
  let last = addDays(day, days);
  while (isMovedOn(last, country)) last = addDays(last, 1);
  return last;
}
