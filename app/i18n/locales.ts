/** One of the site's languages: its URL code, BCP 47 tag, own name and, where not left to right, its direction. */
interface Locale {
  readonly code: string;
  readonly tag: string;
  readonly name: string;
  readonly dir?: "rtl";
  /** Its own digits, where shops write them; Latin ones else. Fixed here, because ICU versions disagree on a locale's default. */
  readonly digits?: "beng" | "arabext";
}

export const LOCALES = [
  { code: "en", tag: "en", name: "English" },
  { code: "ms", tag: "ms", name: "Bahasa Melayu" },
  { code: "id", tag: "id", name: "Bahasa Indonesia" },
  { code: "de", tag: "de", name: "Deutsch" },
  { code: "es", tag: "es", name: "Español" },
  { code: "fr", tag: "fr", name: "Français" },
  { code: "it", tag: "it", name: "Italiano" },
  { code: "ja", tag: "ja", name: "日本語" },
  { code: "ko", tag: "ko", name: "한국어" },
  { code: "nl", tag: "nl", name: "Nederlands" },
  { code: "pl", tag: "pl", name: "Polski" },
  { code: "pt", tag: "pt", name: "Português" },
  { code: "ru", tag: "ru", name: "Русский" },
  { code: "tr", tag: "tr", name: "Türkçe" },
  { code: "uk", tag: "uk", name: "Українська" },
  { code: "ur", tag: "ur", name: "اردو", dir: "rtl" },
  { code: "hi", tag: "hi", name: "हिन्दी" },
  { code: "bn", tag: "bn", name: "বাংলা", digits: "beng" },
  { code: "pa", tag: "pa", name: "ਪੰਜਾਬੀ" },
  { code: "fa", tag: "fa", name: "فارسی", dir: "rtl", digits: "arabext" },
  { code: "th", tag: "th", name: "ไทย" },
  { code: "my", tag: "my", name: "မြန်မာ" },
  { code: "vi", tag: "vi", name: "Tiếng Việt" },
  { code: "ar", tag: "ar", name: "العربية", dir: "rtl" },
  { code: "zh-hans", tag: "zh-Hans", name: "简体中文" },
  { code: "zh-hant", tag: "zh-Hant", name: "繁體中文" },
] as const satisfies readonly Locale[];

export type LocaleCode = (typeof LOCALES)[number]["code"];

export const DEFAULT_LOCALE: LocaleCode = "en";

const byCode: ReadonlyMap<string, Locale & { code: LocaleCode }> = new Map(
  LOCALES.map((locale) => [locale.code, locale]),
);

export const isLocaleCode = (text: unknown): text is LocaleCode => typeof text === "string" && byCode.has(text);

export function localeOf(code: LocaleCode): Locale {
  return byCode.get(code) ?? LOCALES[0];
}

export const directionOf = (code: LocaleCode): "ltr" | "rtl" => localeOf(code).dir ?? "ltr";

/** The locale's tag with a fixed calendar, and its digits. */
export function numberLocale(lang: LocaleCode, calendar: "gregory" | "persian" = "gregory"): string {
  const { tag, digits = "latn" } = localeOf(lang);
  return `${tag}-u-ca-${calendar}-nu-${digits}`;
}

interface PathParts {
  /** The language the path names, if it names one. */
  lang: LocaleCode | undefined;
  /** The path without its language, "/" for home. */
  rest: string;
}

/** Splits the language off a path whose double slashes are already collapsed. */
export function splitPath(pathname: string): PathParts {
  const [, first = "", ...others] = pathname.split("/");
  return isLocaleCode(first) ? { lang: first, rest: `/${others.join("/")}` } : { lang: undefined, rest: pathname };
}
