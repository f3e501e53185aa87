const UNITS = ["day", "week", "month", "year"] as const;
type PeriodUnit = (typeof UNITS)[number];

/** How long a plan runs. */
export interface PlanPeriod {
  interval: PeriodUnit;
  interval_count: number;
}

/** The fields of a plan from which its length may be read. */
interface PeriodClues {
  interval?: string;
  interval_count?: number;
  /** Prices of the period, the most reliable first; 0 is ignored. */
  amounts: readonly number[];
  /** The price of a month. */
  price_unit?: number;
  /** Texts that may name the length, the most telling first. */
  names: readonly string[];
}

const MAX_COUNT = 120;

/**
 * A plan's length: as the API says it, else from the price divided by the price per month, else from the plan's names.
 * Undefined where nothing says it: the site must not promise a guessed length.
 */
export function planPeriod(clues: PeriodClues): PlanPeriod | undefined {
  const said = clues.interval === undefined ? undefined : periodIn(clues.interval);
  const counted = periodByPrice(clues.amounts, clues.price_unit);
  if (said !== undefined) return { ...said, interval_count: countOf(said, clues.interval_count, counted) };
  const named = clues.names.map(periodIn).find((period) => period !== undefined);
  // If the price per month equals the price, it may be a price per piece, so the names come first.
  return isOneMonth(counted) ? (named ?? counted) : (counted ?? named);
}

function countOf(said: PlanPeriod, count: number | undefined, counted: PlanPeriod | undefined): number {
  if (count !== undefined) return count;
  if (said.interval_count > 1 || counted === undefined) return said.interval_count;
  const times = (MONTHS[counted.interval] * counted.interval_count) / MONTHS[said.interval];
  return isNearWhole(times) && times <= MAX_COUNT ? Math.round(times) : said.interval_count;
}

const isOneMonth = (period: PlanPeriod | undefined): boolean =>
  period?.interval === "month" && period.interval_count === 1;

/** The length of each unit in months. */
const MONTHS: Readonly<Record<PeriodUnit, number>> = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 };

/** The price per month, for an API that does not send it; unrounded, as it is not paid. */
export const pricePerMonth = (amount: number, { interval, interval_count }: PlanPeriod): number =>
  amount / (MONTHS[interval] * interval_count);

/** Prices per month are rounded, so the quotient is only nearly whole. */
const isNearWhole = (times: number): boolean => times > 0.85 && Math.abs(times - Math.round(times)) < 0.15;

function periodByPrice(amounts: readonly number[], unit: number | undefined): PlanPeriod | undefined {
  if (unit === undefined || unit === 0) return undefined;
  const paid = amounts.filter((amount) => amount > 0);
  const [first] = paid;
  if (first === undefined) return undefined;
  const whole = paid.find((amount) => isNearWhole(amount / unit));
  return inMonths((whole ?? first) / unit);
}

function inMonths(months: number): PlanPeriod | undefined {
  if (months >= 0.75) {
    const count = Math.round(months);
    if (count > MAX_COUNT) return undefined;
    return count % 12 === 0
      ? { interval: "year", interval_count: count / 12 }
      : { interval: "month", interval_count: count };
  }
  const weeks = months / MONTHS.week;
  if (weeks >= 0.85) return { interval: "week", interval_count: Math.round(weeks) };
  return { interval: "day", interval_count: Math.max(1, Math.round(months / MONTHS.day)) };
}

const ADVERBS: ReadonlyMap<string, PlanPeriod> = new Map([
  ["daily", { interval: "day", interval_count: 1 }],
  ["weekly", { interval: "week", interval_count: 1 }],
  ["fortnightly", { interval: "week", interval_count: 2 }],
  ["monthly", { interval: "month", interval_count: 1 }],
  ["quarter", { interval: "month", interval_count: 3 }],
  ["quarterly", { interval: "month", interval_count: 3 }],
  ["semiannual", { interval: "month", interval_count: 6 }],
  ["semiannually", { interval: "month", interval_count: 6 }],
  ["yearly", { interval: "year", interval_count: 1 }],
  ["annual", { interval: "year", interval_count: 1 }],
  ["annually", { interval: "year", interval_count: 1 }],
  ["biennial", { interval: "year", interval_count: 2 }],
]);

const NOUNS: ReadonlyMap<string, PeriodUnit> = new Map([
  ...UNITS.flatMap((unit): [string, PeriodUnit][] => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
  ["wk", "week"],
  ["mo", "month"],
  ["mon", "month"],
  ["mth", "month"],
  ["yr", "year"],
  ["yrs", "year"],
]);

/** Read only next to a number: "12m", "P1Y". */
const LETTERS: ReadonlyMap<string, PeriodUnit> = new Map([
  ["d", "day"],
  ["w", "week"],
  ["m", "month"],
  ["y", "year"],
]);

const NUMBER_WORDS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** The length that a text names: `weekly`, `1_year`, `two-years`, `12m`, `P1Y`, `Annual plan`. */
export function periodIn(text: string): PlanPeriod | undefined {
  const words = text
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/(\d)(?=[A-Za-z])|([A-Za-z])(?=\d)/g, "$& ")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  for (const [at, word] of words.entries()) {
    const adverb = ADVERBS.get(word);
    if (adverb !== undefined) return adverb;
    const before = numberIn(words[at - 1]);
    const interval = NOUNS.get(word) ?? (before === undefined ? undefined : LETTERS.get(word));
    if (interval !== undefined) return { interval, interval_count: before ?? numberIn(words[at + 1]) ?? 1 };
  }
  return undefined;
}

/** A count of units; a number of more than three digits is a calendar year or a version. */
function numberIn(word = ""): number | undefined {
  const number = /^\d{1,3}$/.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word);
  return number > 0 && number <= MAX_COUNT ? number : undefined;
}
