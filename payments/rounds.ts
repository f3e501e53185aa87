import { type RoundName, roundCounter } from "./metrics/counters";

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
