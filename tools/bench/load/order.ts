/** What the load generator is asked for: views of pages in turn, for so long or so many. */
export interface LoadOrder {
  origin: string;
  /** Taken in turn. */
  paths: string[];
  headers: Record<string, string>;
  /** Connections that stay open; each has one request under way. */
  connections: number;
  ends: { afterMs: number } | { afterViews: number };
}

export interface LoadResult {
  views: number;
  /** From the first request to the last answer. */
  seconds: number;
  /** Bodies as sent. */
  bytes: number;
  /** How many answers had which status; 0: no answer. */
  statuses: Record<string, number>;
}
