/**
 * Runs `work` repeatedly, one round at a time.
 * @param onError called with the first failure of several in a row
 * @returns a function that stops it and waits for the running round
 */
export function inRounds(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let round: Promise<void> = Promise.resolve();
  let isBusy = false;
  let hasFailed = false;
  const fail = (error: unknown) => {
    if (!hasFailed) onError(error);
    hasFailed = true;
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    round = work()
      .then(() => {
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
    await round;
  };
}
