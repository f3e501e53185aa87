/**
 * The result of reading an app's link, passed to the first page in its address because its cookies may not arrive.
 * `app`: all is well; if that page gets no cookies at all, the browser refuses them.
 */
export type EntryNote = "app" | "unreadable" | "expired";

const PARAMS: Readonly<Record<EntryNote, readonly [name: string, value: string]>> = {
  app: ["via", "app"],
  unreadable: ["link", "unreadable"],
  expired: ["link", "expired"],
};
const NOTES = ["unreadable", "expired", "app"] as const satisfies readonly EntryNote[];

export function entryNoteIn(params: URLSearchParams): EntryNote | undefined {
  return NOTES.find((note) => {
    const [name, value] = PARAMS[note];
    return params.get(name) === value;
  });
}

/** Replaces any note in the parameters. */
export function setEntryNote(params: URLSearchParams, note: EntryNote): void {
  for (const [name] of Object.values(PARAMS)) params.delete(name);
  params.set(...PARAMS[note]);
}
