import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { type CsvRow, csvLine } from "../../../payments/transfer/csv";

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
