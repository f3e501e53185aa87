import type { TFunction } from "i18next";
import { z } from "zod";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { DEFAULT_LOCALE, type LocaleCode } from "./locales";
import { type Namespace, namespacesOf, type Page } from "./pages";
import { translatorFor } from "./translator";
import type { Messages } from "./translator-settings";

type Bundle = Record<string, unknown>;

const ACCENTED: Readonly<Record<string, string>> = {
  a: "á",
  c: "ç",
  e: "ë",
  i: "ï",
  n: "ñ",
  o: "ô",
  s: "š",
  u: "ü",
  y: "ý",
  A: "Å",
  E: "Ë",
  O: "Ø",
};

/** Placeholders and tags, which must not change. */
const FIXED = /(\{\{[^}]+\}\}|<[^>]+>)/;

const accent = (text: string): string => [...text].map((letter) => ACCENTED[letter] ?? letter).join("");

/** English with accents and 40 % longer: shows in development which texts are not translated or do not fit. */
export function pseudo(message: string): string {
  const accented = message
    .split(FIXED)
    .map((part) => (FIXED.test(part) ? part : accent(part)))
    .join("");
  const words = message.replace(new RegExp(FIXED, "g"), "");
  return `${accented}${"~".repeat(Math.ceil(words.length * 0.4))}`;
}

/** As text: a process reads a language when the first visitor wants it, and few processes ever read all. */
const localeFiles = import.meta.glob<string>("../../locales/*/*.json", {
  eager: true,
  query: "?raw",
  import: "default",
});
const inEnglish = env().isPseudo ? pseudoBundles(bundlesOf(DEFAULT_LOCALE)) : bundlesOf(DEFAULT_LOCALE);

function folderOf(lang: LocaleCode): string {
  return `../../locales/${lang}/`;
}

function bundleIn(text: string): Bundle {
  return z.looseObject({}).parse(JSON.parse(text));
}

function isBundle(value: unknown): value is Bundle {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bundlesOf(lang: LocaleCode): Map<string, Bundle> {
  const folder = folderOf(lang);
  const inFolder = Object.entries(localeFiles).filter(([path]) => path.startsWith(folder));
  return new Map(inFolder.map(([path, text]) => [path.slice(folder.length, -".json".length), bundleIn(text)]));
}

function pseudoBundles(bundles: Map<string, Bundle>): Map<string, Bundle> {
  return new Map([...bundles].map(([namespace, bundle]) => [namespace, pseudoBundle(bundle)]));
}

function pseudoBundle(bundle: Bundle): Bundle {
  const inPseudo = (value: unknown) => (isBundle(value) ? pseudoBundle(value) : pseudo(String(value)));
  return Object.fromEntries(Object.entries(bundle).map(([key, value]) => [key, inPseudo(value)]));
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/** A plural form that exists in English but not in this language's grammar. */
const isForeignForm = (key: string, translated: Bundle): boolean =>
  PLURAL_FORM.test(key) && key.replace(PLURAL_FORM, "_other") in translated;

/** The language's messages, with English for missing ones; `onGap` is called with each missing key. */
export function withFallback(english: Bundle, translated: Bundle, onGap: (key: string) => void = () => {}): Bundle {
  const filled = Object.entries(english).flatMap(([key, text]) => {
    const found = translated[key];
    if (isBundle(text)) {
      return [[key, withFallback(text, isBundle(found) ? found : {}, (inner) => onGap(`${key}.${inner}`))]];
    }
    if (found !== undefined) return [[key, found]];
    if (isForeignForm(key, translated)) return [];
    onGap(key);
    return [[key, text]];
  });
  return { ...translated, ...Object.fromEntries(filled) };
}

/** Every namespace of a language, by name. */
type AllMessages = Readonly<Record<string, Bundle>>;

/** Runs once for each language, so each missing message is logged once. */
function completeMessages(lang: LocaleCode): AllMessages {
  const translated = lang === DEFAULT_LOCALE ? inEnglish : bundlesOf(lang);
  const missing: string[] = [];
  const filled = [...inEnglish].map(([namespace, english]): [string, Bundle] => [
    namespace,
    withFallback(english, translated.get(namespace) ?? {}, (key) => missing.push(`${namespace}:${key}`)),
  ]);
  if (missing.length > 0) log.warn({ lang, missing }, "messages missing: English stands in");
  return Object.fromEntries(filled);
}

const byLanguage = new Map<LocaleCode, AllMessages>();

function allMessagesIn(lang: LocaleCode): AllMessages {
  const found = byLanguage.get(lang) ?? completeMessages(lang);
  byLanguage.set(lang, found);
  return found;
}

/** The messages that travel with a page: its own namespaces and the shared ones. */
export function messagesOf(lang: LocaleCode, page: Page | undefined): Messages {
  const all = allMessagesIn(lang);
  return Object.fromEntries(namespacesOf(page).map((namespace) => [namespace, all[namespace] ?? {}]));
}

/** One whole bundle; undefined for an unknown name. */
export function bundleOf(lang: LocaleCode, namespace: string): Bundle | undefined {
  const all = allMessagesIn(lang);
  return Object.hasOwn(all, namespace) ? all[namespace] : undefined;
}

/** The server's translator, with every namespace: for titles, errors and other text that loaders translate. */
export function translate(lang: LocaleCode): TFunction<Namespace[]> {
  return translatorFor(lang, "all", allMessagesIn(lang)).t;
}
