import type { Router } from "express";
import type { AttemptState } from "~/upstream/contract/purchase-result";
import type { Context } from "../../payments/context";
import type { AttemptRow, OrderRow } from "../../payments/orders/tables";
import type { PageRights } from "../html/page-security";

/** One visit to a provider's page: the attempt that it pays for and its order. */
export interface Visit {
  attempt: AttemptRow;
  order: OrderRow;
}

/** How a provider takes the buyer back to the site. */
export type WayBack =
  | { method: "get"; address: string }
  | { method: "post"; address: string; fields: Record<string, string> };

/** What differs between providers: the page's title, the ids of payments, the way back to the site. */
export interface Simulator {
  /** The provider's name on its page. */
  name: string;
  /** Extra permissions of its page: scripts that take the buyer back, being framed by the site. */
  rights: PageRights;
  /** A new payment id in this provider's format. */
  newReference(): string;
  /** @param said the status that the browser gets, which may be ahead of the provider's reports */
  wayBack(visit: Visit, said: AttemptState, context: Context): WayBack;
  /** Other addresses to which the site's pages post across origins. */
  entrance?(context: Context): Router;
}

/** An address with parameters added to its query. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
}
