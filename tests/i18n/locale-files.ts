import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

interface Messages {
  [key: string]: string | Messages;
}
const messages: z.ZodType<Messages> = z.lazy(() => z.record(z.string(), z.union([z.string(), messages])));

const LOCALES_DIR = join(import.meta.dirname, "../../locales");
const namesIn = (folder: string) => readdirSync(folder).sort();

/** The languages that have a folder. */
export const folders = (): string[] => namesIn(LOCALES_DIR);

export const filesOf = (lang: string): string[] => namesIn(join(LOCALES_DIR, lang));

/** Every message of a language by its full key ("pay-plan:every.day_one"). Throws for what is no JSON object of texts. */
export function messagesOf(lang: string): Map<string, string> {
  const all = filesOf(lang).flatMap((file) => {
    const bundle = messages.parse(JSON.parse(readFileSync(join(LOCALES_DIR, lang, file), "utf8")));
    return flatten(bundle, `${file.replace(/\.json$/, "")}:`);
  });
  return new Map(all);
}

const flatten = (bundle: Messages, prefix: string): [string, string][] =>
  Object.entries(bundle).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** A plural form's key without its category; undefined for any other key. */
export const pluralBase = (key: string): string | undefined => (PLURAL.test(key) ? key.replace(PLURAL, "") : undefined);

/** The placeholders of a text, each once, in alphabetical order. */
export const placeholdersOf = (text: string): string[] => [...new Set(text.match(/{{[^{}]*}}/g))].sort();
