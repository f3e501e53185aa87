import Big from "big.js";
import { readCsv } from "../../../payments/transfer/csv";

export type Cells = Readonly<Record<string, string>>;

export const cellsOf = (text: string): Cells[] => readCsv(text).map(({ cells }) => cells);

export const sumOf = (lines: readonly Cells[], column: string): string =>
  lines.reduce((sum, line) => sum.plus(line[column] ?? 0), Big(0)).toFixed(2);
