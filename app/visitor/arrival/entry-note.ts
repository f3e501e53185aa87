/**
 * What became of an app's link. The first page is told by its address, because its cookies may not arrive: `app` means
 * that all is well, so a page that hears it without any cookie knows that the browser keeps none.
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

/** Puts a note in the place of whatever stood there. */
export function setEntryNote(params: URLSearchParams, note: EntryNote): void {
  for (const [name] of Object.values(PARAMS)) params.delete(name);
  params.set(...PARAMS[note]);
}
