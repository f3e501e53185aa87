import { readFileSync } from "node:fs";
import i18next, { type TFunction } from "i18next";
import { type LocaleCode, localeOf } from "~/i18n/locales";
import { translatorSettings } from "~/i18n/translator-settings";

/** The message bundles that letters are written with. */
const NAMESPACES = ["mails", "declaration", "receipts", "paysuc", "pay-plan", "sale", "subscription"] as const;

export type Words = TFunction<(typeof NAMESPACES)[number][]>;

const byLanguage = new Map<LocaleCode, Words>();

/** Holds a word of Thai or Burmese together on a page; old mail programs draw it. */
const WORD_JOINER = "\u2060";

function bundleOf(lang: LocaleCode, namespace: string): Record<string, unknown> {
  const file = readFileSync(new URL(`../locales/${lang}/${namespace}.json`, import.meta.url), "utf8");
  return JSON.parse(file.replaceAll(WORD_JOINER, ""));
}

/** The messages of a language, read once. The site's own translator needs its build; letters are written without one. */
export function wordsIn(lang: LocaleCode): Words {
  const found = byLanguage.get(lang);
  if (found !== undefined) return found;
  const instance = i18next.createInstance();
  const messages = Object.fromEntries(NAMESPACES.map((namespace) => [namespace, bundleOf(lang, namespace)]));
  instance.init(translatorSettings(lang, messages));
  const words = instance.getFixedT<(typeof NAMESPACES)[number][]>(localeOf(lang).tag, [...NAMESPACES]);
  byLanguage.set(lang, words);
  return words;
}
