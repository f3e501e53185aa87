/** Ours, where providers write them with a country. */
const WITH_COUNTRY: Readonly<Record<string, string>> = { "zh-hans": "zh-CN", "zh-hant": "zh-TW" };

/** What a provider would refuse, as it is longer. @param most signs */
export const shortText = (text: string, most: number): string => Array.from(text).slice(0, most).join("");

/**
 * The nearest language that a provider's page has.
 * @param language one of the site's @param has the provider's, with space between them, the usual one of each first
 */
export function pageLanguage(language: string | undefined, has: string): string | undefined {
  if (language === undefined) return undefined;
  const wanted = WITH_COUNTRY[language.toLowerCase()] ?? language;
  const [spoken] = wanted.split("-");
  const theirs = has.split(/\s+/);
  return theirs.find((one) => one === wanted) ?? theirs.find((one) => one.split("-")[0] === spoken);
}
