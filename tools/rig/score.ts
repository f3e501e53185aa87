import { hasWordsOf } from "./words";

/** What one part of the rig has done and found. */
export interface Score {
  part: string;
  /** Requests made on purpose: forms, hostile inputs, visits of a screen. */
  inputs: number;
  /** Calls of the payments API that went wrong as asked for. */
  faults: number;
  /** Kills of the site after which its buyer still came to a good end. */
  crashes: number;
  orders: number;
  /** Wishes to buy that were charged more than once. */
  doubled: number;
  /** Orders that were paid for and not granted, and buyers who saw a success that nobody was charged for. */
  lost: number;
  /** What is wrong with money by the providers' own books, by what it is: 0 was looked for and not found. */
  money: Record<string, number>;
  /** Answers of 500 and above that are the site's own, by page; not those that say by design that the payments API fails. */
  own5xx: Record<string, number>;
  /** Pages whose heading is none of their language's, by page. */
  untranslated: Record<string, number>;
  seconds: number;
  /** Whatever else is wrong, in words. */
  failures: string[];
  /** What a part tells beside the numbers, line by line. */
  details: string[];
  /** What the part is there for, and has not tried: it was too short. */
  untried: string[];
}

/** How much a part is to do, from which seed; `report` hears of every piece that is done. */
export interface Task {
  amount: number;
  seed: number;
  report(done: number, of: number): void;
}

export const newScore = (part: string): Score => ({
  part,
  inputs: 0,
  faults: 0,
  crashes: 0,
  orders: 0,
  doubled: 0,
  lost: 0,
  money: {},
  own5xx: {},
  untranslated: {},
  seconds: 0,
  failures: [],
  details: [],
  untried: [],
});

export const isGood = ({ doubled, lost, money, own5xx, untranslated, failures }: Score): boolean =>
  doubled + lost + sumOf(money) + sumOf(own5xx) + sumOf(untranslated) + failures.length === 0;

/** A page as far as any page of the site is held against the same rules. */
export interface SeenPage {
  path: string;
  status: number;
  /** The document's own `lang`. */
  lang: string;
  heading: string;
}

/** The statuses by which the site says that the payments API fails. */
const OF_UPSTREAM = [502, 503, 504];

/** Notes what is wrong with a page: a failure of the site itself, or a heading that is not in the page's language. */
export function judgePage(score: Score, { path, status, lang, heading }: SeenPage): void {
  const page = pageName(path);
  const isInWords = hasWordsOf(lang, heading);
  if (!isInWords) count(score.untranslated, page);
  if (status >= 500 && !(isInWords && OF_UPSTREAM.includes(status))) count(score.own5xx, page);
}

/** The first segment that is no language, so that a scoreboard has few lines. */
export function pageName(path: string): string {
  const [first = "", second = ""] = path.split("/").filter((segment) => segment !== "");
  return `/${/^[a-z]{2}(-[a-z]+)?$/.test(first) ? second : first}`.slice(0, 40);
}

export function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

type Rows<S extends Score> = Readonly<Record<string, (score: S) => number>>;

const RIG_ROWS: Rows<Score> = {
  "inputs tried": ({ inputs }) => inputs,
  "faults injected": ({ faults }) => faults,
  "crashes survived": ({ crashes }) => crashes,
  "orders placed": ({ orders }) => orders,
};
const LAST_ROWS: Rows<Score> = {
  "charges doubled": ({ doubled }) => doubled,
  "orders lost": ({ lost }) => lost,
  "own 5xx": ({ own5xx }) => sumOf(own5xx),
  "pages untranslated": ({ untranslated }) => sumOf(untranslated),
  "other failures": ({ failures }) => failures.length,
  seconds: ({ seconds }) => Math.round(seconds),
};

/** The rig's scoreboard. @param skipped the parts that were not asked for */
export const scoreboard = (scores: readonly Score[], seed: number, skipped: readonly string[] = []): string =>
  board(RIG_ROWS, scores, wrongIn, seed, skipped);

/**
 * A scoreboard as text: a column for each part and one for all, and below what is wrong, and what was not tried.
 * @param firstRows what a part has done
 */
export function board<S extends Score>(
  firstRows: Rows<S>,
  scores: readonly S[],
  wrongIn: (score: S) => string[],
  seed: number,
  skipped: readonly string[],
): string {
  const questions = new Set(scores.flatMap(({ money }) => Object.keys(money)));
  const money = Object.fromEntries([...questions].map((what) => [what, (score: S) => score.money[what] ?? 0]));
  const rows = [
    ["", ...scores.map(({ part }) => part), "all"],
    ...Object.entries({ ...firstRows, ...money, ...LAST_ROWS }).map(([name, of]) => row(name, scores.map(of))),
  ];
  const lines = rows.map(([name = "", ...cells]) => name.padEnd(22) + cells.map((cell) => cell.padStart(10)).join(""));
  const details = scores.flatMap(({ part, details }) => (details.length === 0 ? [] : [`${part}:`, ...details, ""]));
  const bad = scores.flatMap((score) => wrongIn(score).map((what) => `FAILED ${score.part}: ${what}`));
  return [...lines, "", ...details, ...bad, ...verdictOn(bad.length, seed, untriedIn(scores, skipped)), ""].join("\n");
}

const row = (name: string, numbers: readonly number[]): string[] => [
  name,
  ...[...numbers, numbers.reduce((sum, one) => sum + one, 0)].map(String),
];

/** Everything that nothing can be said of, by name. */
const untriedIn = (scores: readonly Score[], skipped: readonly string[]): string[] => [
  ...skipped.map((part) => `${part}: all of it`),
  ...scores.flatMap(({ part, untried }) => (untried.length === 0 ? [] : [`${part}: ${untried.join(", ")}`])),
];

/** The last lines of a scoreboard: nobody takes what was not tried for what was not broken. */
function verdictOn(broken: number, seed: number, untried: readonly string[]): string[] {
  const found = broken === 0 ? "Nothing was broken" : `${broken} things were broken`;
  const among = untried.length === 0 ? "" : " of what was tried";
  return [...untried.map((what) => `NOT TRIED ${what}`), `${found}${among}, with seed ${seed}.`];
}

/** Every single thing that is wrong in a part. */
export const wrongIn = ({ own5xx, untranslated, doubled, lost, money, failures }: Score): string[] => [
  ...Object.entries(own5xx).map(([page, times]) => `${page} failed by itself ${times} times`),
  ...Object.entries(untranslated).map(([page, times]) => `${page} had no heading in its language ${times} times`),
  ...(doubled > 0 ? [`${doubled} wishes were charged more than once`] : []),
  ...Object.entries(money).flatMap(([what, times]) => (times > 0 ? [`${what}: ${times}`] : [])),
  ...(lost > 0 ? [`${lost} orders were lost`] : []),
  ...failures,
];
