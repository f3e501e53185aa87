/** What holds in the world was looked up some day; after so many days it may have changed. */
const GOOD_FOR_DAYS = 180;

/** Whether somebody should look something up again. */
export function isAged({ lookedAt }: { lookedAt: string }, now: Date): boolean {
  const age = now.getTime() - new Date(`${lookedAt}T00:00:00Z`).getTime();
  return age >= GOOD_FOR_DAYS * 24 * 60 * 60 * 1_000;
}

/** Behind a name: whether the source itself was read, somebody who quotes it, or neither. */
export const READ_MARK = { original: "", quoted: "°", unread: "?" } as const;

/** A table in Markdown. */
export const tableText = (heads: readonly string[], rows: readonly string[][]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/**
 * A page with another text between two marks; the rest of it stays as it is written.
 * @param kind what the first mark begins with @throws where a mark is missing
 */
export function withPart(page: string, { file, kind, part }: Record<"file" | "kind" | "part", string>, text: string) {
  const [start, end] = [`<!-- ${kind}: ${part} -->\n`, `\n<!-- end: ${part} -->`];
  const [before, rest = ""] = page.split(start);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for: ${part}`);
  return before + start + text + end + after;
}
