/** How a family of Prometheus' text format begins; its samples follow. */
const HEAD = /^# HELP .*\n# TYPE .*\n/;
const SAMPLE = /^(.+) (\S+)$/;

/** What does not add up: the oldest process is the site's, what one misses is missing, and all have the same build. */
const JOINED: Readonly<Record<string, (one: number, other: number) => number>> = {
  process_start_time_seconds: Math.min,
  site_shared_store_up: Math.min,
  site_build_info: Math.max,
};

/** The delay of an event loop is that of the latest one; nearly everything else adds up. */
function joined(series: string, one: number, other: number): number {
  if (series.includes("{quantile=")) return Math.max(one, other);
  const join = JOINED[series.split("{", 1)[0] ?? ""];
  return join === undefined ? one + other : join(one, other);
}

/** The metrics of several processes, each with whole families, as those of one. */
export function summedMetrics(texts: readonly string[]): string {
  const families = new Map<string, Map<string, number>>();
  for (const family of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const [head] = HEAD.exec(family) ?? [];
    if (head === undefined) continue;
    const samples = families.get(head) ?? new Map<string, number>();
    families.set(head, samples);
    for (const line of family.slice(head.length).split("\n")) addSample(samples, line);
  }
  return [...families].map(([head, samples]) => head + samplesText(samples)).join("");
}

function addSample(samples: Map<string, number>, line: string): void {
  const [, series, value] = SAMPLE.exec(line) ?? [];
  if (series === undefined) return;
  const before = samples.get(series);
  samples.set(series, before === undefined ? Number(value) : joined(series, before, Number(value)));
}

const samplesText = (samples: ReadonlyMap<string, number>): string =>
  [...samples].map(([series, value]) => `${series} ${value}\n`).join("");
