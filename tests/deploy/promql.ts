/** What stands in an expression of PromQL outside of texts, durations and label matchers. */
const withoutMatchers = (expression: string): string =>
  expression.replaceAll(/\{[^}]*\}/g, " ").replaceAll(/\[[^\]]*\]/g, " ");

/** What may be said by name without being a metric. */
const GROUPING = /\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

/** Metrics by name: they have an underscore, as none of the functions in use has, but for these; or are `up`. */
const FUNCTIONS = ["histogram_quantile", "max_over_time", "avg_over_time", "label_values"];

const once = (names: readonly string[]): string[] => [...new Set(names)];

/** The metrics that an expression names. */
export function metricsNamed(expression: string): string[] {
  const names = withoutMatchers(expression)
    .replaceAll(GROUPING, " ")
    .match(/[a-z]+(?:_[a-z]+)+|\bup\b/g);
  return once(names ?? []).filter((name) => !FUNCTIONS.includes(name));
}

/** The labels that it groups or joins by. */
export function labelsNamed(expression: string): string[] {
  const lists = [...withoutMatchers(expression).matchAll(GROUPING)].map(([, , list = ""]) => list);
  return once(lists.flatMap((list) => list.split(",")).map((name) => name.trim())).filter((name) => name !== "");
}

interface Matcher {
  metric: string;
  label: string;
  /** Each of them, where it names several. */
  values: string[];
}

/** The labels whose values it asks for, variables of a dashboard aside. */
export function matchersIn(expression: string): Matcher[] {
  return [...expression.matchAll(/([a-z_]+)\{([^}]*)\}/g)].flatMap(([, metric = "", matchers = ""]) =>
    [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)]
      .map(([, label = "", value = ""]) => ({ metric, label, values: value.split("|") }))
      .filter(({ values }) => !values.some((value) => value.startsWith("$"))),
  );
}
