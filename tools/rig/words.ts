import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LOCALES } from "~/i18n/locales";

/** Read from the files themselves, without the site's code. */
const FOLDER = resolve(import.meta.dirname, "../../locales");

/** All that a language says, English where it has no words of its own: what has no placeholder, and patterns of the rest. */
interface Words {
  plain: ReadonlySet<string>;
  patterns: readonly RegExp[];
}

const kept = new Map<string, Words>();

/** @param tag as in a document's `lang` */
export function hasWordsOf(tag: string, text: string): boolean {
  const code = LOCALES.find((locale) => locale.tag === tag)?.code;
  if (code === undefined || text === "") return false;
  const { plain, patterns } = wordsOf(code);
  return plain.has(text) || patterns.some((pattern) => pattern.test(text));
}

function wordsOf(code: string): Words {
  const found = kept.get(code);
  if (found !== undefined) return found;
  const folder = join(FOLDER, code);
  const texts = readdirSync(folder).flatMap((file) => textsIn(JSON.parse(readFileSync(join(folder, file), "utf8"))));
  const [open, plain] = [texts.filter(isPattern), texts.filter((text) => !isPattern(text))];
  const words = { plain: new Set(plain), patterns: open.map(patternOf) };
  kept.set(code, words);
  return words;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const PLACEHOLDER = /\{\{[^}]*\}\}/;
const isPattern = (text: string): boolean => PLACEHOLDER.test(text);

/** A text of nothing but a placeholder would fit anything. */
function patternOf(text: string): RegExp {
  const parts = text.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return parts.join("").trim() === "" ? /(?!)/ : new RegExp(`^${parts.join(".+")}$`, "s");
}
