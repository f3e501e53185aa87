import { readFileSync } from "node:fs";
import { BASE_STYLE, styleHash } from "../../payments/html/style";

/** In the order in which they follow each other in the page. */
const SHEETS = ["header", "payment", "history", "charts", "phone"];

/**
 * The stylesheet of every page of the sandbox. No quotes, angle brackets or ampersands are in it: React escapes the text, and
 * the policy has its hash.
 */
export const STYLE = [
  BASE_STYLE,
  ...SHEETS.map((name) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), { encoding: "utf8" })),
].join("");

export const STYLE_HASH = styleHash(STYLE);
