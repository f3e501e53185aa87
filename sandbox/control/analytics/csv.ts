import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";

export type CsvCell = string | number | null;
type CsvRow = readonly CsvCell[];

interface CsvFile {
  /** Without its ending. */
  name: string;
  head: readonly string[];
  /** The rows, some at a time, so that a long file is never whole in memory. */
  pages: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
}

/** Sends a CSV file (RFC 4180) that spreadsheets can open without running anything in it. */
export async function sendCsv(response: Response, { name, head, pages }: CsvFile): Promise<void> {
  response.set({
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
  });
  await pipeline(Readable.from(chunks(head, pages)), response).catch((error: unknown) => {
    if (!isGivenUp(error)) throw error;
  });
}

async function* chunks(head: readonly string[], pages: CsvFile["pages"]): AsyncGenerator<string> {
  yield csvLine(head);
  for await (const rows of pages) yield rows.map(csvLine).join("");
}

/** The browser closed the connection before the end. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

export const csvLine = (row: CsvRow): string => `${row.map(written).join(",")}\r\n`;

function written(cell: CsvCell): string {
  const text = typeof cell === "string" ? withoutFormula(cell) : String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take a text that begins so for a formula, unless an apostrophe stands before it. */
const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
