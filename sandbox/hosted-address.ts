import type { AttemptRow } from "./store/schema";

/** Where an attempt's buyer pays. Built when it is asked for: the sandbox may be started on another port meanwhile. */
export const hostedAddress = (
  origin: string,
  { provider, session }: Pick<AttemptRow, "provider" | "session">,
): string => `${origin}/hosted/${provider}/${session}`;
