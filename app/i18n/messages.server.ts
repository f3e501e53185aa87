import type { TFunction } from "i18next";
import { z } from "zod";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from "./locales";
import { type Namespace, namespacesOf, type Page } from "./pages";
import { pseudo } from "./pseudo";
import { type Messages, translatorFor } from "./translator";

type Bundle = Record<string, unknown>;

/** As text: a process reads a language when the first visitor wants it, and few processes ever read all. */
const files = import.meta.glob<string>("../../locales/*/*.json", { eager: true, query: "?raw", import: "default" });
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
  const own = Object.entries(files).filter(([path]) => path.startsWith(folder));
  return new Map(own.map(([path, text]) => [path.slice(folder.length, -".json".length), bundleIn(text)]));
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
const isForeignForm = (key: string, own: Bundle): boolean =>
  PLURAL_FORM.test(key) && key.replace(PLURAL_FORM, "_other") in own;

/** The language's messages, with English for missing ones; `onGap` is called with each missing key. */
export function withFallback(english: Bundle, own: Bundle, onGap: (key: string) => void = () => {}): Bundle {
  const filled = Object.entries(english).flatMap(([key, text]) => {
    const ownText = own[key];
    if (isBundle(text)) {
      return [[key, withFallback(text, isBundle(ownText) ? ownText : {}, (inner) => onGap(`${key}.${inner}`))]];
    }
    if (ownText !== undefined) return [[key, ownText]];
    if (isForeignForm(key, own)) return [];
    onGap(key);
    return [[key, text]];
  });
  return { ...own, ...Object.fromEntries(filled) };
}

type Bundles = ReadonlyMap<string, Bundle>;

/** Runs once for each language, so each missing message is logged once. */
function completeMessages(lang: LocaleCode): Bundles {
  const own = lang === DEFAULT_LOCALE ? inEnglish : bundlesOf(lang);
  const missing: string[] = [];
  const filled = [...inEnglish].map(([namespace, english]): [string, Bundle] => [
    namespace,
    withFallback(english, own.get(namespace) ?? {}, (key) => missing.push(`${namespace}:${key}`)),
  ]);
  if (missing.length > 0) log.warn({ lang, missing }, "messages missing: English stands in");
  return new Map(filled);
}

const complete = new Map<LocaleCode, Bundles>();

function bundlesIn(lang: LocaleCode): Bundles {
  const found = complete.get(lang) ?? completeMessages(lang);
  complete.set(lang, found);
  return found;
}

function pick(lang: LocaleCode, namespaces: readonly Namespace[]): Messages {
  const all = bundlesIn(lang);
  return Object.fromEntries(namespaces.map((namespace) => [namespace, all.get(namespace) ?? {}]));
}

/** The messages that travel with a page: its own namespaces and the shared ones. */
export const messagesOf = (lang: LocaleCode, page: Page | undefined): Messages => pick(lang, namespacesOf(page));

/** One whole bundle; undefined for an unknown name. */
export const bundleOf = (lang: LocaleCode, namespace: string): Bundle | undefined => bundlesIn(lang).get(namespace);

/** Languages that have messages, in the order in which visitors see them. */
export const OFFERED_LOCALES: readonly LocaleCode[] = LOCALES.map(({ code }) => code).filter((code) =>
  Object.keys(files).some((path) => path.startsWith(folderOf(code))),
);

/** The server's translator, with every namespace: for titles, errors and other text that loaders translate. */
export function translate(lang: LocaleCode): TFunction<Namespace[]> {
  return translatorFor(lang, "all", allMessagesOf(lang)).t;
}

const allMessages = new Map<LocaleCode, Messages>();

function allMessagesOf(lang: LocaleCode): Messages {
  const found = allMessages.get(lang) ?? Object.fromEntries(bundlesIn(lang));
  allMessages.set(lang, found);
  return found;
}
