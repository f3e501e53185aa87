/** A label and what stands beside it. */
export interface Row {
  label: string;
  text: string;
}

/** Those of the given rows that have a text. */
export const rows = (given: readonly (readonly [label: string, text: string | undefined])[]): Row[] =>
  given.flatMap(([label, text]) => (text === undefined || text === "" ? [] : [{ label, text }]));
