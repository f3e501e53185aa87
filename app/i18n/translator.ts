import i18next, { type i18n } from "i18next";
import { directionOf, type LocaleCode, localeOf } from "./locales";
import type { Namespace, Page } from "./pages";

/** Message bundles by namespace, as they travel in the page. */
export type Messages = Partial<Record<Namespace, Record<string, unknown>>>;

/** First strong isolate … pop: what stands between has a direction of its own. */
const isolate = (text: string): string => `\u2068${text}\u2069`;

const kept = new Map<string, i18n>();

/**
 * The i18next instance of one page in one language, the same on the server and in the browser. Messages never change
 * while a build runs, so an instance is made once and kept: at most one per language and page.
 */
export function translatorFor(lang: LocaleCode, page: Page | "other" | "all", messages: Messages): i18n {
  const key = `${lang} ${page}`;
  const found = kept.get(key);
  if (found !== undefined && !import.meta.env.DEV) return found;
  const made = i18next.createInstance();
  made.init({
    // By tag, because i18next puts zh-hans into that form and would then find no messages under the code.
    lng: localeOf(lang).tag,
    fallbackLng: false,
    resources: { [localeOf(lang).tag]: messages },
    ns: Object.keys(messages),
    defaultNS: "global",
    initImmediate: false,
    // React escapes for HTML; this only keeps a left-to-right price or address from turning a right-to-left sentence round.
    interpolation: { escapeValue: directionOf(lang) === "rtl", escape: isolate },
    returnNull: false,
    react: { useSuspense: false },
  });
  kept.set(key, made);
  return made;
}
