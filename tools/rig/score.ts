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

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

const NUMBERS = ["inputs", "faults", "crashes", "orders", "doubled", "lost"] as const;
const HEADINGS: Readonly<Record<(typeof NUMBERS)[number], string>> = {
  inputs: "inputs tried",
  faults: "faults injected",
  crashes: "crashes survived",
  orders: "orders placed",
  doubled: "charges doubled",
  lost: "orders lost",
};

/**
 * The scoreboard as text: a column for each part and one for all, and below what is wrong, and what was not tried.
 * @param skipped the parts that were not asked for
 */
export function scoreboard(scores: readonly Score[], seed: number, skipped: readonly string[] = []): string {
  const rows = [
    ["", ...scores.map(({ part }) => part), "all"],
    ...NUMBERS.map((name) => row(HEADINGS[name], scores, (score) => score[name])),
    ...Object.keys(Object.assign({}, ...scores.map(({ money }) => money))).map((what) =>
      row(what, scores, ({ money }) => money[what] ?? 0),
    ),
    row("own 5xx", scores, ({ own5xx }) => sumOf(own5xx)),
    row("pages untranslated", scores, ({ untranslated }) => sumOf(untranslated)),
    row("other failures", scores, ({ failures }) => failures.length),
    row("seconds", scores, ({ seconds }) => Math.round(seconds)),
  ];
  const lines = rows.map(([name = "", ...cells]) => name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join(""));
  const details = scores.flatMap(({ part, details }) => (details.length === 0 ? [] : [`${part}:`, ...details, ""]));
  const bad = scores.flatMap((score) => wrongIn(score).map((what) => `FAILED ${score.part}: ${what}`));
  return [...lines, "", ...details, ...bad, ...verdictOn(bad.length, seed, untriedIn(scores, skipped)), ""].join("\n");
}

/** Everything that nothing can be said of, by name. */
export const untriedIn = (scores: readonly Score[], skipped: readonly string[]): string[] => [
  ...skipped.map((part) => `${part}: all of it`),
  ...scores.flatMap(({ part, untried }) => (untried.length === 0 ? [] : [`${part}: ${untried.join(", ")}`])),
];

/** The last lines of a scoreboard: nobody takes what was not tried for what was not broken. */
export function verdictOn(broken: number, seed: number, untried: readonly string[]): string[] {
  const found = broken === 0 ? "Nothing was broken" : `${broken} things were broken`;
  const among = untried.length === 0 ? "" : " of what was tried";
  return [...untried.map((what) => `NOT TRIED ${what}`), `${found}${among}, with seed ${seed}.`];
}

const row = (name: string, scores: readonly Score[], of: (score: Score) => number): string[] => {
  const numbers = scores.map(of);
  return [name, ...[...numbers, numbers.reduce((sum, one) => sum + one, 0)].map(String)];
};

/** Every single thing that is wrong in a part. */
export const wrongIn = ({ own5xx, untranslated, doubled, lost, money, failures }: Score): string[] => [
  ...Object.entries(own5xx).map(([page, times]) => `${page} failed by itself ${times} times`),
  ...Object.entries(untranslated).map(([page, times]) => `${page} had no heading in its language ${times} times`),
  ...(doubled > 0 ? [`${doubled} wishes were charged more than once`] : []),
  ...Object.entries(money).flatMap(([what, times]) => (times > 0 ? [`${what}: ${times}`] : [])),
  ...(lost > 0 ? [`${lost} orders were lost`] : []),
  ...failures,
];
