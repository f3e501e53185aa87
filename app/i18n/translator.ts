import i18next, { type i18n } from "i18next";
import { isolate } from "./isolates";
import { directionOf, type LocaleCode, localeOf } from "./locales";
import type { Namespace, Page } from "./pages";

/** Message bundles by namespace, as sent with the page. */
export type Messages = Partial<Record<Namespace, Record<string, unknown>>>;

const kept = new Map<string, i18n>();

/**
 * The i18next instance of one page in one language, the same on the server and in the browser. Messages do not change
 * within a build, so instances are cached: at most one per language and page.
 */
export function translatorFor(lang: LocaleCode, page: Page | "other" | "all", messages: Messages): i18n {
  const key = `${lang} ${page}`;
  const found = kept.get(key);
  if (found !== undefined && !import.meta.env.DEV) return found;
  const made = i18next.createInstance();
  made.init({
    // The tag and not the code: i18next normalises zh-hans and would then not find its messages.
    lng: localeOf(lang).tag,
    fallbackLng: false,
    resources: { [localeOf(lang).tag]: messages },
    ns: Object.keys(messages),
    defaultNS: "global",
    initImmediate: false,
    // React escapes HTML; this isolates prices and addresses so that they do not break right-to-left sentences.
    interpolation: { escapeValue: directionOf(lang) === "rtl", escape: isolate },
    returnNull: false,
    react: { useSuspense: false },
  });
  kept.set(key, made);
  return made;
}
