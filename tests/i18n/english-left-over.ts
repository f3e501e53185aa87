import type { LocaleCode } from "~/i18n/locales";

/** Words that a language writes as English does, as whole messages. Everything else that equals English was forgotten. */
const SHARED_WORDS: Partial<Record<LocaleCode, readonly string[]>> = {
  de: ["Name", "Status", "Support", "Version", "Version {{version}}"],
  es: ["Plan", "Total", "Error: {{title}}"],
  fr: ["Date", "Total", "Version", "Version {{version}}"],
  id: ["Email", "Status", "Total"],
  it: ["Email", "Home"],
  nl: ["{{n}} week", "Status"],
  pl: ["Plan", "Status"],
  th: ["เวอร์ชัน Lite"],
  tr: ["Plan"],
  vi: ["Email"],
};

/** What no language translates, and what stays Latin in scripts of their own: the product, names of wallets and formats, what browsers call their cookies, standards, and the example of an address. */
const LATIN_EVERYWHERE = [
  ...[
    "VPN",
    "VAT",
    "UPI",
    "PayPal",
    "Apple Pay",
    "Google Pay",
    "App Store",
    "Google Play",
    "Wi-Fi",
    "IP",
    "PDF",
    "ID",
    "Cookie",
    "cookie",
    "TV",
    "name@example.com",
  ],
  ...["JavaScript", "WCAG", "AA", "EN 301 549"],
];

const NOT_LATIN: readonly LocaleCode[] = [
  "ja",
  "ko",
  "ru",
  "uk",
  "ur",
  "hi",
  "bn",
  "pa",
  "fa",
  "th",
  "my",
  "ar",
  "zh-hans",
  "zh-hant",
];

const withoutPlaceholders = (text: string) => text.replace(/{{[^{}]*}}|<\/?\w+>/g, "").replaceAll("\u00a0", " ");
/** What is left to translate. */
const withoutNames = (text: string) =>
  LATIN_EVERYWHERE.reduce((left, word) => left.replaceAll(word, ""), withoutPlaceholders(text));
const hasLetters = (text: string) => /\p{L}/u.test(withoutNames(text));

/** Messages that are word for word English, or that hold Latin words where the language has another script. */
export function sameAsEnglish(lang: LocaleCode, own: Map<string, string>, english: Map<string, string>) {
  return [...own].filter(([key, text]) => {
    if (!hasLetters(text) || SHARED_WORDS[lang]?.includes(text)) return false;
    return text === english.get(key) || (NOT_LATIN.includes(lang) && hasLatinWord(text));
  });
}

const hasLatinWord = (text: string): boolean => /\p{Script=Latin}{2,}/u.test(withoutNames(text));
