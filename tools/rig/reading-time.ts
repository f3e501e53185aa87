/** Without scripts, a form that is guarded by the bot check is not taken from anyone faster than this; milliseconds. */
export const READING_MS = 2_100;
