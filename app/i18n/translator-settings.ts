import type { InitOptions } from "i18next";
import { isolate } from "./isolates";
import { directionOf, type LocaleCode, localeOf } from "./locales";
import type { Namespace } from "./pages";

/** Message bundles by namespace, as sent with the page. */
export type Messages = Partial<Record<Namespace, Record<string, unknown>>>;

/** How every translator is set up: those of pages, on the server and in browsers, and those of letters. */
export function translatorSettings(lang: LocaleCode, messages: Messages) {
  // The tag and not the code: i18next normalises zh-hans and would then not find its messages.
  const { tag } = localeOf(lang);
  return {
    lng: tag,
    fallbackLng: false,
    resources: { [tag]: messages },
    ns: Object.keys(messages),
    defaultNS: "global",
    initImmediate: false,
    // React escapes HTML; this isolates prices and addresses so that they do not break right-to-left sentences.
    interpolation: { escapeValue: directionOf(lang) === "rtl", escape: isolate },
    returnNull: false,
    react: { useSuspense: false },
  } as const satisfies InitOptions;
}
