import type { KnownDecline } from "~/upstream/contract/purchase-result";

/** A provider's codes, several in a text, by what the buyer is told for them. */
export const declineCodes = (table: readonly (readonly [KnownDecline, string])[]): ReadonlyMap<string, KnownDecline> =>
  new Map(table.flatMap(([bucket, codes]) => codes.split(" ").map((code) => [code, bucket] as const)));
