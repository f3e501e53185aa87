/** Wraps a text in Unicode's first-strong isolate, so that it keeps its own direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** A text without the marks, for where they would be copied or shown. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, "");
