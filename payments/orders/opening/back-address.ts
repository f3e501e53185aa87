import type { AttemptRow } from "../tables";

/** Where the provider sends a buyer who gives up: a page of ours, which ends the payment before the buyer is at the site again. */
export const backAddress = (origin: string, { session }: Pick<AttemptRow, "session">): string =>
  `${origin}/back/${session}`;
