/** A cold start makes a few pages wait as well; that is no overload. */
const FEWEST_WAITING = 8;

interface Limits {
  /** Pages in the making, those that wait for the payments API included. */
  pagesAtOnce: number;
  /** How long a page may wait for its turn before no more are let in. */
  busyAfterMs: number;
}

interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Runs something in the event loop's next turn. */
  inNextTurn(run: () => void): void;
}

export interface PageGate {
  /** Whether one more page would be too much now. */
  isFull(): boolean;
  /** Begins a page when it is its turn. It counts until the function that this gives back is called, once. */
  enter(begin: () => void): () => void;
}

const CLOCK: Clock = { now: () => performance.now(), inNextTurn: setImmediate };

/**
 * Begins one page in each turn of the event loop, so that between two of them it takes in requests and turns away those that
 * are too many. How long a page waits for its turn is the delay of the loop together with the pages before it: where that
 * grows, more is asked than can be made. Pages that wait for the payments API do not hold up others, and only their number counts.
 */
export function pageGate({ pagesAtOnce, busyAfterMs }: Limits, { now, inNextTurn }: Clock = CLOCK): PageGate {
  const waiting: { since: number; begin: () => void }[] = [];
  let inside = 0;
  const turn = (): void => {
    const next = waiting.shift();
    if (waiting.length > 0) inNextTurn(turn);
    next?.begin();
  };
  const isBusy = (): boolean => {
    const [oldest] = waiting;
    return oldest !== undefined && waiting.length >= FEWEST_WAITING && now() - oldest.since > busyAfterMs;
  };
  return {
    isFull: () => inside >= pagesAtOnce || isBusy(),
    enter(begin) {
      inside += 1;
      if (waiting.push({ since: now(), begin }) === 1) inNextTurn(turn);
      return () => {
        inside -= 1;
      };
    },
  };
}
