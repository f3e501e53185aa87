import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from "~/i18n/locales";

const LOCALE_FILES = resolve(import.meta.dirname, "../../locales");

const words = z.object({ unavailableTitle: z.string(), unavailableHelp: z.string(), retry: z.string() });
type Words = z.output<typeof words>;

const STYLE = "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}";

/** Lets the page have its one style. */
export const BUSY_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

/** The page for too many visitors at once in every language, made beforehand: it costs nothing when there is no time. */
export function busyPages(): ReadonlyMap<LocaleCode, string> {
  const english = busyWords(DEFAULT_LOCALE, {});
  return new Map(LOCALES.map((locale) => [locale.code, pageIn(locale, busyWords(locale.code, english))]));
}

/** English where a language has no words of its own. */
function busyWords(code: LocaleCode, english: object): Words {
  return words.parse({ ...english, ...bundle(code, "global"), ...bundle(code, "errors") });
}

const bundle = (code: LocaleCode, name: string): object =>
  z.looseObject({}).parse(JSON.parse(readFileSync(resolve(LOCALE_FILES, code, `${name}.json`), "utf8")));

/** An empty address is the page itself. */
function pageIn(locale: (typeof LOCALES)[number], said: Words): string {
  const dir = "dir" in locale ? ` dir="${locale.dir}"` : "";
  const [title, help, retry] = [said.unavailableTitle, said.unavailableHelp, said.retry].map(escapedHtml);
  return `<!DOCTYPE html><html lang="${locale.tag}"${dir}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${help}</p><p><a href="">${retry}</a></p></body></html>`;
}

const escapedHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
