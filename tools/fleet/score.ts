import { count, isGood, newScore, type Score, untriedIn, verdictOn, wrongIn } from "../rig/score";

/** What one part of the fleet's proof has done and found: the rig's score, and what is a fleet's. */
export interface FleetScore extends Score {
  /** Pages that passing visitors have looked at, and files of them. */
  views: number;
  files: number;
  /** Buyers who have come to a success. */
  purchases: number;
  /** Restarts, kills, outages and deploys of copies and engines. */
  events: number;
  /** Requests that did not go as they should, by what was wrong. */
  failedRequests: Record<string, number>;
}

export const newFleetScore = (part: string): FleetScore => ({
  ...newScore(part),
  views: 0,
  files: 0,
  purchases: 0,
  events: 0,
  failedRequests: {},
});

export const isWell = (score: FleetScore): boolean => isGood(score) && sumOf(score.failedRequests) === 0;

export const noteFailed = ({ failedRequests }: FleetScore, what: string): void => count(failedRequests, what);

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

const ROWS: Readonly<Record<string, (score: FleetScore) => number>> = {
  views: ({ views }) => views,
  "files of pages": ({ files }) => files,
  purchases: ({ purchases }) => purchases,
  "forms sent at once": ({ inputs }) => inputs,
  "restarts and outages": ({ events }) => events,
  "orders in database": ({ orders }) => orders,
  "failed requests": ({ failedRequests }) => sumOf(failedRequests),
  "own 5xx": ({ own5xx }) => sumOf(own5xx),
  "pages untranslated": ({ untranslated }) => sumOf(untranslated),
  "charges doubled": ({ doubled }) => doubled,
  "orders lost": ({ lost }) => lost,
  "other failures": ({ failures }) => failures.length,
  seconds: ({ seconds }) => Math.round(seconds),
};

const CELL = 10;

/** The scoreboard as text: a column for each part and one for all, and below what is wrong, and what was not tried. */
export function fleetboard(scores: readonly FleetScore[], seed: number, skipped: readonly string[] = []): string {
  const cells = (texts: readonly string[]): string => texts.map((text) => text.padStart(CELL)).join("");
  const head = "".padEnd(22) + cells([...scores.map(({ part }) => part), "all"]);
  const rows = Object.entries(ROWS).map(([name, of]) => {
    const numbers = scores.map(of);
    return name.padEnd(22) + cells([...numbers, numbers.reduce((sum, one) => sum + one, 0)].map(String));
  });
  const details = scores.flatMap(({ part, details }) => (details.length === 0 ? [] : [`${part}:`, ...details, ""]));
  const bad = scores.flatMap((score) => allWrongIn(score).map((what) => `FAILED ${score.part}: ${what}`));
  return [head, ...rows, "", ...details, ...bad, ...verdictOn(bad.length, seed, untriedIn(scores, skipped)), ""].join(
    "\n",
  );
}

const allWrongIn = (score: FleetScore): string[] => [
  ...Object.entries(score.failedRequests).map(([what, times]) => `${times} times: ${what}`),
  ...wrongIn(score),
];
