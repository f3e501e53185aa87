/** The labels of a metric: their names, and every value each may have. There is no other: what a visitor sends never becomes one. */
type Labels = Readonly<Record<string, readonly string[]>>;
type LabelValues<L extends Labels> = { readonly [Name in keyof L]: L[Name][number] };

/** One line of a metric. */
interface Sample {
  /** Put behind the metric's name: `_bucket`, `_sum`, `_count`. */
  ending?: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

interface Family {
  help: string;
  labels: Labels;
  type: "counter" | "gauge" | "histogram";
  samples(): Iterable<Sample>;
}

type ReadSamples<L extends Labels> = () => Iterable<readonly [LabelValues<L>, number]>;

const samplesOf = <L extends Labels>(read: ReadSamples<L>): Sample[] =>
  [...read()].map(([labels, value]) => ({ labels, value }));

/** Metrics by name, written in Prometheus' text format 0.0.4. A metric that is made again replaces the one of its name. */
export class Registry {
  private readonly families = new Map<string, Family>();

  counter<const L extends Labels>(name: string, help: string, labels: L): CounterFamily<L> {
    return this.add(name, new CounterFamily(help, labels));
  }

  histogram<const L extends Labels>(name: string, help: string, labels: L, buckets: readonly number[]): Histogram<L> {
    return this.add(name, new Histogram(help, labels, buckets));
  }

  /**
   * @param labels closes the list of what `read` may say
   * @param read what it is at the moment it is asked for
   */
  gauge<const L extends Labels>(name: string, help: string, labels: L, read: ReadSamples<L>): void {
    this.add(name, { help, type: "gauge", labels, samples: () => samplesOf(read) });
  }

  /** A counter that somebody else keeps, such as the system. @param read how far it is at the moment it is asked for */
  countedElsewhere<const L extends Labels>(name: string, help: string, labels: L, read: ReadSamples<L>): void {
    this.add(name, { help, type: "counter", labels, samples: () => samplesOf(read) });
  }

  /** Every metric with its closed lists of labels: what dashboards and alerts may ask for. */
  known(): { name: string; type: Family["type"]; labels: Labels }[] {
    return [...this.families].map(([name, { type, labels }]) => ({ name, type, labels }));
  }

  text(): string {
    return [...this.families].map(([name, family]) => familyText(name, family)).join("");
  }

  private add<F extends Family>(name: string, family: F): F {
    this.families.set(name, family);
    return family;
  }
}

/** Only ever grows. */
class CounterFamily<L extends Labels> implements Family {
  readonly type = "counter";
  private readonly series: Series<L, { count: number }>;

  constructor(
    readonly help: string,
    readonly labels: L,
  ) {
    this.series = new Series(labels, () => ({ count: 0 }));
  }

  /**
   * Reports all of its series from the start. Prometheus sees how much a series has grown since it was first reported, so it would
   * miss the first count of one that begins with it. Only for short lists.
   */
  fromZero(): this {
    this.series.beginAll();
    return this;
  }

  /** Reports one series from now on, for the same reason. */
  begin(values: LabelValues<L>): void {
    this.series.at(values);
  }

  add(values: LabelValues<L>): void {
    this.series.at(values).count += 1;
  }

  samples(): Sample[] {
    return this.series.all().map(({ labels, count }) => ({ labels, value: count }));
  }
}

/** How often a measure was at most so much; `buckets` are the limits, ascending, in the measure's unit. */
class Histogram<L extends Labels> implements Family {
  readonly type = "histogram";
  private readonly series: Series<L, { counts: number[]; sum: number; count: number }>;

  constructor(
    readonly help: string,
    readonly labels: L,
    private readonly buckets: readonly number[],
  ) {
    this.series = new Series(labels, () => ({ counts: buckets.map(() => 0), sum: 0, count: 0 }));
  }

  observe(values: LabelValues<L>, measured: number): void {
    const found = this.series.at(values);
    found.counts = found.counts.map((count, at) => (measured <= (this.buckets[at] ?? 0) ? count + 1 : count));
    found.sum += measured;
    found.count += 1;
  }

  samples(): Sample[] {
    return this.series
      .all()
      .flatMap(({ labels, counts, sum, count }) => [
        ...counts.map((value, at) => bucket(labels, String(this.buckets[at]), value)),
        bucket(labels, "+Inf", count),
        { ending: "_sum", labels, value: sum },
        { ending: "_count", labels, value: count },
      ]);
  }
}

const bucket = (labels: Sample["labels"], le: string, value: number): Sample => ({
  ending: "_bucket",
  labels: { ...labels, le },
  value,
});

/** What is counted for each set of label values. */
class Series<L extends Labels, State extends object> {
  private readonly states = new Map<string, State & { labels: Sample["labels"] }>();

  constructor(
    private readonly labels: L,
    private readonly begin: () => State,
  ) {}

  at(values: LabelValues<L>): State {
    return this.under(Object.fromEntries(Object.keys(this.labels).map((name) => [name, values[name] ?? ""])));
  }

  beginAll(): void {
    for (const labels of combinations(this.labels)) this.under(labels);
  }

  private under(labels: Sample["labels"]): State {
    const key = JSON.stringify(labels);
    const found = this.states.get(key) ?? { ...this.begin(), labels };
    this.states.set(key, found);
    return found;
  }

  all(): (State & { labels: Sample["labels"] })[] {
    return [...this.states.values()];
  }
}

const combinations = (labels: Labels): Sample["labels"][] =>
  Object.entries(labels).reduce<Sample["labels"][]>(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );

function familyText(name: string, family: Family): string {
  const lines = [...family.samples()].map(
    ({ ending = "", labels, value }) => `${name}${ending}${set(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${escapedText(family.help)}\n# TYPE ${name} ${family.type}\n${lines.join("")}`;
}

function set(labels: Sample["labels"]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapedText(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escapedText = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

/** The value as one of a label's; `otherwise` where it is none of them. */
export const oneOf = <const T extends string, const O extends string>(
  known: readonly T[],
  value: string,
  otherwise: O,
): T | O => known.find((one) => one === value) ?? otherwise;
