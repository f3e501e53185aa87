import { readFileSync } from "node:fs";
import i18next, { type ResourceKey, type TFunction } from "i18next";
import { isolate } from "~/i18n/isolates";
import { directionOf, type LocaleCode, localeOf } from "~/i18n/locales";

/** The message bundles that letters are written with. */
const NAMESPACES = ["mails", "receipts", "paysuc", "pay-plan", "sale"] as const;

export type Words = TFunction<(typeof NAMESPACES)[number][]>;

const kept = new Map<LocaleCode, Words>();

const bundleOf = (lang: LocaleCode, namespace: string): ResourceKey =>
  JSON.parse(readFileSync(new URL(`../locales/${lang}/${namespace}.json`, import.meta.url), "utf8"));

/** The messages of a language, read once. The site's own translator needs its build; letters are written without one. */
export function wordsIn(lang: LocaleCode): Words {
  const found = kept.get(lang);
  if (found !== undefined) return found;
  const { tag } = localeOf(lang);
  const instance = i18next.createInstance();
  instance.init({
    lng: tag,
    fallbackLng: false,
    resources: { [tag]: Object.fromEntries(NAMESPACES.map((namespace) => [namespace, bundleOf(lang, namespace)])) },
    ns: [...NAMESPACES],
    defaultNS: "mails",
    initImmediate: false,
    interpolation: { escapeValue: directionOf(lang) === "rtl", escape: isolate },
    returnNull: false,
  });
  const words = instance.getFixedT<(typeof NAMESPACES)[number][]>(tag, [...NAMESPACES]);
  kept.set(lang, words);
  return words;
}
