const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What ended a journey, and where; what its browser complained about comes first, as a step may have waited in vain because of it. */
export const journeyError = (error: unknown, address: string, complaints: readonly string[]): Error =>
  new Error([...complaints, messageOf(error), `at ${address}`].join("\n"), { cause: error });

/**
 * What a slow machine may do to a journey: one of its steps (by Playwright) or all of it (by Vitest) took too long. Such a journey is
 * taken once more from its beginning. Whatever a page showed, the payments API counted or a browser complained about ends it for good.
 */
export const OUTRUN = /^(?:\w+\.\w+: Timeout \d+ms exceeded|Test timed out in \d+ms)/;
