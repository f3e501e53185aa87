/**
 * What a browser sends to /events: a batch of page views, with its own clock so that the server can correct the times of a
 * browser whose clock is wrong. See app/routes/events.ts.
 */
export interface ViewBatch {
  /** The browser's id for analytics, a UUID: local storage's `userId`. */
  front_id: string;
  /** When the batch was sent, by the browser's clock: milliseconds since 1970. */
  sent_at: number;
  /** A Mac with a touch screen: an iPad that calls itself a Mac. */
  is_ipad?: true;
  views: View[];
}

export interface View {
  /** The event's id, a UUID; a document's first view has the id of its request, where the browser knows it. */
  id: string;
  /** By the browser's clock: milliseconds since 1970. */
  at: number;
  /** Path and query of the page, already without what must not be told; see page-address.ts. */
  address: string;
}

export const BATCH_VIEWS = 25;
export const BATCH_BYTES = 32 * 1024;
