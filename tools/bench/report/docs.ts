import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const DOCS = resolve(import.meta.dirname, "../../../docs");
export const PAGE = resolve(DOCS, "bench.md");
const PLOT = resolve(DOCS, "bench", "throughput.svg");

/** What can be measured, in the order of a whole run and of the page. */
export const PARTS = [
  "throughput",
  "arrivals",
  "peers",
  "upstream",
  "bytes",
  "vitals",
  "start",
  "growth",
  "payments",
  "plot",
] as const;
export type Part = (typeof PARTS)[number];

const beginOf = (part: Part): string => `<!-- begin: npm run bench -- ${part} --write -->\n`;
const END = "<!-- end -->";

/** The page with this between the part's markers. @throws where the page has none */
export function withPart(page: string, part: Part, text: string): string {
  const [before, after] = page.split(beginOf(part));
  const end = after?.indexOf(END) ?? -1;
  if (before === undefined || after === undefined || end < 0)
    throw new Error(`docs/bench.md has no markers for ${part}`);
  return `${before}${beginOf(part)}\n${text}\n${after.slice(end)}`;
}

/** Puts a part's tables into docs/bench.md. */
export async function writePart(part: Part, text: string): Promise<void> {
  await writeFile(PAGE, withPart(await readFile(PAGE, "utf8"), part, text));
}

export async function writePlot(svg: string): Promise<void> {
  await mkdir(dirname(PLOT), { recursive: true });
  await writeFile(PLOT, svg);
}
