import i18next, { type i18n } from "i18next";
import { isolate } from "./isolates";
import { directionOf, type LocaleCode, localeOf } from "./locales";
import type { Namespace, Page } from "./pages";

/** Message bundles by namespace, as sent with the page. */
export type Messages = Partial<Record<Namespace, Record<string, unknown>>>;

interface CachedTranslator {
  translator: i18n;
  /** What it was made of. */
  messages: Messages;
}

const translators = new Map<string, CachedTranslator>();

/**
 * The i18next instance of one page in one language, the same on the server and in the browser. Messages do not change
 * within a build, so instances are cached: at most one per language and page. In development other messages make another one.
 * @param messages left out where the document around has made the instance already
 */
export function translatorFor(lang: LocaleCode, page: Page | "other" | "all", messages?: Messages): i18n {
  const key = `${lang} ${page}`;
  const found = translators.get(key);
  const isCurrent = messages === undefined || found?.messages === messages || !import.meta.env.DEV;
  if (found !== undefined && isCurrent) return found.translator;
  const made = i18next.createInstance();
  made.init({
    // The tag and not the code: i18next normalises zh-hans and would then not find its messages.
    lng: localeOf(lang).tag,
    fallbackLng: false,
    resources: { [localeOf(lang).tag]: messages ?? {} },
    ns: Object.keys(messages ?? {}),
    defaultNS: "global",
    initImmediate: false,
    // React escapes HTML; this isolates prices and addresses so that they do not break right-to-left sentences.
    interpolation: { escapeValue: directionOf(lang) === "rtl", escape: isolate },
    returnNull: false,
    react: { useSuspense: false },
  });
  if (import.meta.env.SSR) rememberTexts(made);
  if (messages !== undefined) translators.set(key, { translator: made, messages });
  return made;
}

/** Pages say the same things again and again, and i18next would look up each message anew. */
function rememberTexts(made: i18n): void {
  made.t = remembering(made.t);
  const ofNamespace = new Map<string, object>();
  made.getFixedT = new Proxy(made.getFixedT, {
    apply(getFixedT, self, asked: unknown[]) {
      const name = String(asked);
      const found = ofNamespace.get(name) ?? remembering(Reflect.apply(getFixedT, self, asked));
      ofNamespace.set(name, found);
      return found;
    },
  });
}

/** The same function of i18next; what it gives for a key alone is remembered. What has a visitor's values in it is not. */
function remembering<Translate extends i18n["t"]>(translate: Translate): Translate {
  const texts = new Map<string, unknown>();
  return new Proxy(translate, {
    apply(target, self, asked: unknown[]) {
      const [key, values] = asked;
      if (typeof key !== "string" || values !== undefined) return Reflect.apply(target, self, asked);
      const known = texts.get(key);
      if (known !== undefined) return known;
      const text: unknown = Reflect.apply(target, self, asked);
      texts.set(key, text);
      return text;
    },
  });
}
