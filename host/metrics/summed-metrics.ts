/** How a family of Prometheus' text format begins; its samples follow. */
const HEAD = /^# HELP .*\n# TYPE .*\n/;
const SAMPLE = /^(.+) (\S+)$/;

/** The delay of an event loop is that of the latest one; everything else adds up. */
const joined = (series: string, one: number, other: number): number =>
  series.includes("{quantile=") ? Math.max(one, other) : one + other;

/** The metrics of several processes, each with whole families, as those of one. */
export function summedMetrics(texts: readonly string[]): string {
  const families = new Map<string, Map<string, number>>();
  for (const family of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const [head] = HEAD.exec(family) ?? [];
    if (head === undefined) continue;
    const samples = families.get(head) ?? new Map<string, number>();
    families.set(head, samples);
    for (const line of family.slice(head.length).split("\n")) addTo(samples, line);
  }
  return [...families].map(([head, samples]) => head + textOf(samples)).join("");
}

function addTo(samples: Map<string, number>, line: string): void {
  const [, series, value] = SAMPLE.exec(line) ?? [];
  if (series === undefined) return;
  const before = samples.get(series);
  samples.set(series, before === undefined ? Number(value) : joined(series, before, Number(value)));
}

const textOf = (samples: ReadonlyMap<string, number>): string =>
  [...samples].map(([series, value]) => `${series} ${value}\n`).join("");
