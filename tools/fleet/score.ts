import { board, count, isGood, newScore, type Score, sumOf, wrongIn } from "../rig/score";

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

const ROWS: Parameters<typeof board<FleetScore>>[0] = {
  views: ({ views }) => views,
  "files of pages": ({ files }) => files,
  purchases: ({ purchases }) => purchases,
  "forms sent at once": ({ inputs }) => inputs,
  "restarts and outages": ({ events }) => events,
  "orders in database": ({ orders }) => orders,
  "failed requests": ({ failedRequests }) => sumOf(failedRequests),
};

/** The fleet's scoreboard. @param skipped the parts that were not asked for */
export const fleetboard = (scores: readonly FleetScore[], seed: number, skipped: readonly string[] = []): string =>
  board(ROWS, scores, allWrongIn, seed, skipped);

const allWrongIn = (score: FleetScore): string[] => [
  ...Object.entries(score.failedRequests).map(([what, times]) => `${times} times: ${what}`),
  ...wrongIn(score),
];
