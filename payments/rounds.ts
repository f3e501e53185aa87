import type { Context } from "./context";
import { type RoundName, roundCounter } from "./metrics/counters";
import { isStoreAway } from "./store/store-away";

/**
 * Works pieces one after the other, until the process is stopping. One that fails takes no other's turn away, unless the database is away,
 * which none of them could do without.
 * @throws the first failure, at the end
 */
export async function inTurn<Piece>(
  { stopping }: Pick<Context, "stopping">,
  pieces: readonly Piece[],
  work: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const piece of pieces) {
    if (stopping.aborted) break;
    try {
      await work(piece);
    } catch (error) {
      if (isStoreAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Waits for all that was begun, also where one of it has failed: nothing goes on unwatched. @throws the first failure */
export async function allDone<Made>(begun: readonly Promise<Made>[]): Promise<Made[]> {
  await Promise.allSettled(begun);
  return Promise.all(begun);
}

/**
 * Runs `work` repeatedly, one round at a time.
 * @param round what it is counted as
 * @param onError called with the first failure of several in a row
 * @returns a function that stops it and waits for the running round
 */
export function inRounds(
  round: RoundName,
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  const count = roundCounter(round);
  let running: Promise<void> = Promise.resolve();
  let isBusy = false;
  let hasFailed = false;
  const fail = (error: unknown) => {
    count("failed");
    if (!hasFailed) onError(error);
    hasFailed = true;
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = work()
      .then(() => {
        count("done");
        hasFailed = false;
      })
      .catch(fail)
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);
  timer.unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await running;
  };
}

/**
 * The same for work of which some may wait long, as for a provider that does not answer: nobody's keeps another's waiting.
 * @param find who has work
 * @param work begun for whoever is not at it already; its failure is one of the next round
 */
export function inRoundsApart<Who>(
  round: RoundName,
  everyMs: number,
  { find, work }: { find: () => Promise<Who[]>; work: (who: Who) => Promise<void> },
  onError: (error: unknown) => void,
) {
  const busy = new Map<Who, Promise<void>>();
  const failures: unknown[] = [];
  const begin = async (who: Who) => {
    await work(who).catch((error: unknown) => failures.push(error));
    busy.delete(who);
  };
  const stop = inRounds(
    round,
    everyMs,
    async () => {
      for (const who of await find()) if (!busy.has(who)) busy.set(who, begin(who));
      if (failures.length > 0) throw failures.splice(0)[0];
    },
    onError,
  );
  return async (): Promise<void> => {
    await stop();
    await Promise.all(busy.values());
  };
}
