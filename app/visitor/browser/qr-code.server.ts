import { encode } from "uqr";

/** A QR code: its width in modules, and the path that draws it with a line width of 1. */
export interface QrCodeView {
  size: number;
  path: string;
}

/** One stroke for each run of dark modules. */
export function qrCode(text: string): QrCodeView {
  const { data, size } = encode(text, { ecc: "L", border: 0 });
  return { size, path: data.map((row, y) => `M0 ${y}.5${strokesOf(row)}`).join("") };
}

function strokesOf(row: readonly boolean[]): string {
  const runs =
    row
      .map((isDark) => (isDark ? "h" : "m"))
      .join("")
      .match(/h+|m+/g) ?? [];
  return runs.map((run) => (run.startsWith("h") ? `h${run.length}` : `m${run.length} 0`)).join("");
}
