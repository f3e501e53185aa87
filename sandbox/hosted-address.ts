import type { AttemptRow } from "./store/schema";

/** The address where an attempt's buyer pays. Built on demand, because the sandbox may restart on another port. */
export const hostedAddress = (
  origin: string,
  { provider, session }: Pick<AttemptRow, "provider" | "session">,
): string => `${origin}/hosted/${provider}/${session}`;
