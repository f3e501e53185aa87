import { describe, expect, it } from "vitest";
import { isLocaleCode, LOCALES, type LocaleCode, localeOf } from "~/i18n/locales";
import { sameAsEnglish } from "./english-left-over";
import { filesOf, folders, messagesOf, placeholdersOf, pluralBase } from "./locale-files";

const english = messagesOf("en");
const RICH_KEYS: ReadonlyMap<string, string[]> = new Map([
  ["payment:agree", ["<terms>", "</terms>", "<privacy>", "</privacy>"]],
  ["paystatus:leave.textHtml", ["<strong>", "</strong>"]],
]);

/** The longest plan of the contract: counts are of days, weeks, months or years. */
const COUNTS = Array.from({ length: 120 }, (_, index) => index + 1);

/** A sentence that ends before another begins; Chinese and Japanese set no space between. */
const SENTENCE_WITHIN = /[.!?۔।؟။](?=\s+[\p{L}\p{N}])|[。？！](?=.)/u;
const ENDED = /[.!?。？！۔।؟။…:：][”»」)]?$/u;

/** What is read at a glance, beside a field. */
const MOST_OF_A_HINT = 90;

/** Digits that are not those of the language. */
const otherDigits = (lang: LocaleCode): RegExp => {
  const digits: Partial<Record<LocaleCode, RegExp>> = { bn: /(?![০-৯])\p{Nd}/u, fa: /(?![۰-۹])\p{Nd}/u };
  return digits[lang] ?? /(?![0-9])\p{Nd}/u;
};

it("all 26 languages have their words, and no other folder is there", () => {
  expect(folders()).toEqual(LOCALES.map(({ code }): string => code).sort());
});

describe.each(folders().filter(isLocaleCode))("%s", (lang) => {
  const translated = messagesOf(lang);
  const plurals = new Intl.PluralRules(localeOf(lang).tag);

  it("has the same files as English", () => {
    expect(filesOf(lang)).toEqual(filesOf("en"));
  });

  it("has every key of English and no other, plural forms aside", () => {
    const keys = (all: Map<string, string>) =>
      [...new Set([...all.keys()].map((key) => pluralBase(key) ?? key))].sort();
    expect(keys(translated)).toEqual(keys(english));
  });

  it("has exactly the plural forms of its grammar", () => {
    const bases = new Set([...english.keys()].flatMap((key) => pluralBase(key) ?? []));
    const wanted = [...bases].flatMap((base) =>
      plurals.resolvedOptions().pluralCategories.map((category) => `${base}_${category}`),
    );
    expect([...translated.keys()].filter((key) => pluralBase(key) !== undefined).sort()).toEqual(wanted.sort());
  });

  it("keeps every placeholder as English spells it", () => {
    const changed = [...translated].filter(([key, text]) => {
      if (pluralBase(key) !== undefined) return false;
      return placeholdersOf(text).join() !== placeholdersOf(english.get(key) ?? "").join();
    });
    expect(changed).toEqual([]);
  });

  it("says the number in every plural form that stands for more than one number", () => {
    const changed = [...translated].filter(([key, text]) => {
      const base = pluralBase(key);
      if (base === undefined) return false;
      const given = placeholdersOf(text).join();
      if (given === "" && isOfOneNumber(key, base)) return false;
      return given !== placeholdersOf(english.get(`${base}_other`) ?? "").join();
    });
    expect(changed).toEqual([]);
  });

  const isOfOneNumber = (key: string, base: string) =>
    COUNTS.filter((count) => key === `${base}_${plurals.select(count)}`).length === 1;

  it("has no empty text, and no space at an end", () => {
    expect([...translated].filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  it("has the quotation marks, dashes and ellipses of print, not those of a keyboard", () => {
    expect([...translated].filter(([, text]) => /['"`]|\.\.\.| -+ /.test(text))).toEqual([]);
  });

  it("ends a message of several sentences with a stop, as it does the others of it", () => {
    const unended = [...translated].filter(([, text]) => SENTENCE_WITHIN.test(text) && !ENDED.test(text));
    expect(unended).toEqual([]);
  });

  it("has hints of at most 90 characters", () => {
    const hints = [...translated].filter(([key]) => /hint$/i.test(key));
    expect(hints.filter(([, text]) => text.replaceAll("\u2060", "").length > MOST_OF_A_HINT)).toEqual([]);
  });

  it("joins no words in mails, where old programs draw the joiner", () => {
    expect([...translated].filter(([key, text]) => key.startsWith("mails:") && text.includes("\u2060"))).toEqual([]);
  });

  it("writes numbers in its own digits", () => {
    const foreign = [...translated].filter(
      ([key, text]) => key !== "accessibility:aim" && otherDigits(lang).test(text),
    );
    expect(foreign).toEqual([]);
  });

  it("has markup in the marked keys only, and there the marked tags, each closed", () => {
    const tags = [...translated].flatMap(([key, text]) => {
      const found = text.match(/<[^>]*>?|&#?\w+;/g) ?? [];
      return found.length === 0 && !RICH_KEYS.has(key) ? [] : [[key, [...found].sort()]];
    });
    expect(tags).toEqual([...RICH_KEYS].map(([key, wanted]) => [key, [...wanted].sort()]));
  });

  if (lang === "en") return;
  it("has no English left over", () => {
    expect(sameAsEnglish(lang, translated, english)).toEqual([]);
  });
});
