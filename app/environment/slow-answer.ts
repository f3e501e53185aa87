/**
 * An answer that takes longer is slow: the server answers a buyer's form without it, a page that waits lets its visitor try again, and
 * the stylesheet uncovers what is covered. How long the server waits can be set (PURCHASE_WAIT_MS); this is its default.
 */
export const SLOW_ANSWER_MS = 8_000;
