import i18next, { type i18n } from "i18next";
import type { LocaleCode } from "./locales";
import type { Page } from "./pages";
import { type Messages, translatorSettings } from "./translator-settings";

interface PageTranslator {
  translator: i18n;
  /** What it was made of. */
  messages: Messages;
}

const translators = new Map<string, PageTranslator>();

/**
 * The translator of one page in one language, the same on the server and in the browser (where browser-i18next.ts stands in for
 * i18next). Messages do not change within a build, so translators are cached: at most one per language and page. In development
 * other messages make another one.
 * @param messages left out where the document around has made the translator already
 */
export function translatorFor(lang: LocaleCode, page: Page | "other" | "all", messages?: Messages): i18n {
  const key = `${lang} ${page}`;
  const found = translators.get(key);
  const isCurrent = messages === undefined || found?.messages === messages || !import.meta.env.DEV;
  if (found !== undefined && isCurrent) return found.translator;
  const translator = i18next.createInstance();
  translator.init(translatorSettings(lang, messages ?? {}));
  if (import.meta.env.SSR) rememberTexts(translator);
  if (messages !== undefined) translators.set(key, { translator, messages });
  return translator;
}

/** What i18next adds to the key and the values of every message. */
const OF_EVERY_CALL = new Set(["ns", "lng", "lngs", "keyPrefix"]);

/** Then all are looked up anew: there is a translator for each page in each language. */
const MOST_TEXTS = 500;

/** What many visitors read, such as a price or a day; an address is one visitor's alone. */
const isShared = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && !value.includes("@"));

/** Pages say the same things again and again, and i18next would look up each message anew. */
function rememberTexts({ translator }: i18n): void {
  if (translator === undefined) return;
  const lookUp = translator.translate.bind(translator);
  const texts = new Map<string, string>();
  translator.translate = (key, options = {}, ...rest) => {
    const values = Object.entries(options).filter(([name]) => !OF_EVERY_CALL.has(name));
    if (!values.every(([, value]) => isShared(value))) return lookUp(key, options, ...rest);
    const id = JSON.stringify([options.ns, key, values]);
    const text = texts.get(id) ?? lookUp(key, options, ...rest);
    if (texts.size >= MOST_TEXTS) texts.clear();
    texts.set(id, text);
    return text;
  };
}
