/** A cold start makes a few pages wait as well; that is no overload. */
const FEWEST_WAITING = 8;
/** As many as are made in about a second; whoever came behind them would not wait so long. */
const MOST_PAGES_WAITING = 128;
/** So many are begun together that no answer to anybody is held up for longer than making them takes. */
const AT_A_TIME = 4;
/** A page that is not done by then waits for the payments API, and not for us: others may begin beside it. */
const BEGINNING_MS = 50;

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
  after(ms: number, run: () => void): void;
}

interface PageTurns {
  /** Whether one more page would be too much now. */
  isFull(): boolean;
  /** Begins a page when it is its turn. It counts until the function that this gives back is called, once. */
  enter(begin: () => void): () => void;
}

interface WaitingPage {
  since: number;
  begin: () => void;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  inNextTurn: setImmediate,
  after: (ms, run) => void setTimeout(run, ms).unref(),
};

/**
 * Begins pages one after the other, each in a turn of the event loop of its own and a few at a time, so that in between
 * requests are taken in, and those that are too many turned away. How long a page waits for its turn is the delay of the loop
 * together with the pages before it: where that grows, more pages are asked for than can be made.
 */
export function pageTurns({ pagesAtOnce, busyAfterMs }: Limits, { now, inNextTurn, after }: Clock = CLOCK): PageTurns {
  const waiting: WaitingPage[] = [];
  const beginning = new Set<WaitingPage>();
  let inside = 0;
  let isTurnComing = false;

  function awaitTurn(): void {
    if (isTurnComing || waiting.length === 0 || beginning.size >= AT_A_TIME) return;
    isTurnComing = true;
    inNextTurn(turn);
  }
  function turn(): void {
    isTurnComing = false;
    const page = waiting.shift();
    if (page === undefined) return;
    beginning.add(page);
    after(BEGINNING_MS, () => makeRoom(page));
    awaitTurn();
    page.begin();
  }
  function makeRoom(page: WaitingPage): void {
    if (beginning.delete(page)) awaitTurn();
  }
  function isBusy(): boolean {
    const [oldest] = waiting;
    if (oldest === undefined || waiting.length < FEWEST_WAITING) return false;
    return waiting.length >= MOST_PAGES_WAITING || now() - oldest.since > busyAfterMs;
  }
  return {
    isFull: () => inside >= pagesAtOnce || isBusy(),
    enter(begin) {
      const page = { since: now(), begin };
      inside += 1;
      waiting.push(page);
      awaitTurn();
      return () => {
        inside -= 1;
        if (waiting.includes(page)) waiting.splice(waiting.indexOf(page), 1);
        makeRoom(page);
      };
    },
  };
}
