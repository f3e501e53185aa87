/** The headers of OTEL_EXPORTER_OTLP_HEADERS: `name=value,name=value`, with values encoded as in an address. */
export const headersIn = (list: string): Record<string, string> =>
  Object.fromEntries(list.split(",").flatMap((entry) => headerIn(entry)));

/** One without a name, or whose value cannot be decoded, is left out: the collector then says what it misses. */
function headerIn(entry: string): [name: string, value: string][] {
  const [, name, encoded = ""] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
  if (name === undefined) return [];
  try {
    return [[name, decodeURIComponent(encoded)]];
  } catch {
    return [];
  }
}
