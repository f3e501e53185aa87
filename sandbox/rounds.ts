/** Runs `work` repeatedly, one round at a time. @returns a function that stops it and waits for the running round */
export function inRounds(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let round: Promise<void> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    round = work()
      .catch(onError)
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
