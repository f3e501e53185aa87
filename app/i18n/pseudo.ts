const ACCENTED: Readonly<Record<string, string>> = {
  a: "á",
  c: "ç",
  e: "ë",
  i: "ï",
  n: "ñ",
  o: "ô",
  s: "š",
  u: "ü",
  y: "ý",
  A: "Å",
  E: "Ë",
  O: "Ø",
};

/** Placeholders and tags, which must not change. */
const FIXED = /(\{\{[^}]+\}\}|<[^>]+>)/;

const accent = (text: string): string => [...text].map((letter) => ACCENTED[letter] ?? letter).join("");

/** English with accents and 40 % longer: shows in development which texts are not translated or do not fit. */
export function pseudo(message: string): string {
  const accented = message
    .split(FIXED)
    .map((part) => (FIXED.test(part) ? part : accent(part)))
    .join("");
  const words = message.replace(new RegExp(FIXED, "g"), "");
  return `${accented}${"~".repeat(Math.ceil(words.length * 0.4))}`;
}
