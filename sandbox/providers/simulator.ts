import type { Router } from "express";
import type { AttemptState } from "~/upstream/contract/purchase-result";
import type { Context } from "../context";
import type { PageRights } from "../html/page-security";
import type { AttemptRow, OrderRow } from "../store/schema";

/** One visit to a provider's page: the attempt that it pays for and its order. */
export interface Visit {
  attempt: AttemptRow;
  order: OrderRow;
}

/** How a provider takes the buyer back to the site. */
export type WayBack =
  | { method: "get"; address: string }
  | { method: "post"; address: string; fields: Record<string, string> };

/** What is a provider's own: how its page is headed, how it numbers payments, how it sends buyers back. */
export interface Simulator {
  /** As its page calls itself. */
  name: string;
  /** The merchant on the buyer's card statement. */
  statement: string;
  /** What its page may do: run a script that takes the buyer back, stand in a frame of the site. */
  rights: PageRights;
  /** A fresh id of a payment, as this provider writes them. */
  newReference(): string;
  /** @param said what the provider tells the browser, which may be ahead of what it reported. */
  wayBack(visit: Visit, said: AttemptState, context: Context): WayBack;
  /** Addresses that the site's pages post to, across origins, beside the page itself. */
  entrance?(context: Context): Router;
}

/** An address with more in its query; whatever it had stays. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
}
