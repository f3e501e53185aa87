type FormValue = string | number | boolean | undefined | readonly FormValue[] | { readonly [name: string]: FormValue };
export type Form = Readonly<Record<string, FormValue>>;

/** What is nested has brackets: `line_items[0][price_data][currency]=usd`. */
export const encoded = (form: Form): string =>
  new URLSearchParams(Object.entries(form).flatMap(([name, value]) => pairsOf(name, value))).toString();

function pairsOf(name: string, value: FormValue): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [[name, String(value)]];
  if (Array.isArray(value) && typeof value[0] === "string") return value.map((item) => [`${name}[]`, String(item)]);
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}
