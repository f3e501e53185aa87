interface Column {
  title: string;
  /** An absolute figure: it holds for this machine in this hour only, and is kept out of the docs. */
  isOfThisMachine?: true;
}

export interface Table {
  /** What is compared with what, in a sentence. */
  title: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** All figures are of this machine, in this hour: the docs go without. */
  isOfThisMachine?: true;
  /** The same as an SVG. */
  plot?: string;
}

/** A column for a ratio, or for what a row is about. */
export const column = (title: string): Column => ({ title });

/** A column for a figure of the machine that the run was on. */
export const ofThisMachine = (title: string): Column => ({ title: `${title} here`, isOfThisMachine: true });

/** Columns under each other, the first to the left, the rest to the right. */
export function asText({ title, columns, rows }: Table): string {
  const lines = [columns.map((one) => one.title), ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const aligned = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  return `${title}\n${aligned.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** For the docs: ratios only. */
export function asMarkdown({ title, columns, rows }: Table): string {
  const kept = columns.flatMap(({ isOfThisMachine }, at) => (isOfThisMachine ? [] : [at]));
  const lineOf = (cells: readonly string[]) => `| ${kept.map((at) => cells[at] ?? "").join(" | ")} |`;
  const head = lineOf(columns.map((one) => one.title));
  const rule = `| --- |${" --: |".repeat(kept.length - 1)}`;
  return `${title}\n\n${[head, rule, ...rows.map(lineOf)].join("\n")}\n`;
}
