import type { Response } from "playwright-core";

/** How many redirects led to an answer. */
export function redirectsBefore(response: Response | null): number {
  let count = 0;
  for (let at = response?.request().redirectedFrom(); at != null; at = at.redirectedFrom()) count += 1;
  return count;
}

export const pathOf = (address: string) => new URL(address).pathname;
