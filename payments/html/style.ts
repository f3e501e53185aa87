import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** In the order in which they follow each other in the page. */
const SHEETS = ["tokens", "base", "layout", "parts", "tables"];

/** What all pages that are made here look like, for testers and operators: the buyer's are the site's. */
export const BASE_STYLE = SHEETS.map((name) =>
  readFileSync(new URL(`./styles/${name}.css`, import.meta.url), { encoding: "utf8" }),
).join("");

/** What a page's policy has of the stylesheet in it. */
export const styleHash = (style: string): string => `sha256-${createHash("sha256").update(style).digest("base64")}`;
