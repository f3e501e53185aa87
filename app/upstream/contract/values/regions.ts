/** The European Economic Area: the EU's 27, Iceland, Liechtenstein and Norway. */
export const EEA: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" ");

/**
 * What holds in a country, of values by region: a country's code, or "EEA", which a country's own value goes before.
 * @param country ISO 3166-1 alpha-2; undefined: not known, where nothing holds
 */
export function valueIn<T>(values: Readonly<Record<string, T>>, country: string | undefined): T | undefined {
  if (country === undefined) return undefined;
  return values[country] ?? (EEA.includes(country) ? values.EEA : undefined);
}
