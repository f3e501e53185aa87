import { parse } from "csv-parse/sync";
import { z } from "zod";

export type CsvCell = string | number | null;
export type CsvRow = readonly CsvCell[];

/** A line of RFC 4180 that spreadsheets can open without running anything in it. */
export const csvLine = (row: CsvRow): string => `${row.map(written).join(",")}\r\n`;

function written(cell: CsvCell): string {
  const text = typeof cell === "string" ? withoutFormula(cell) : String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take a text that begins so for a formula, unless an apostrophe stands before it. An amount below zero is none. */
const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
const asWritten = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** What a line of a CSV file says, by the names in the first one. */
interface CsvRecord {
  /** Counted from 1, as an editor does. */
  line: number;
  cells: Readonly<Record<string, string>>;
}

const records = z.array(
  z
    .object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) })
    .transform(({ record, info }): CsvRecord => ({ line: info.lines, cells: record })),
);

/** @throws Error naming the line that is not CSV */
export const readCsv = (text: string): CsvRecord[] =>
  records.parse(
    parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true, cast: asWritten, info: true }),
  );
