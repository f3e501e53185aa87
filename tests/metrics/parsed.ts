/** Every sample by its name and labels, as written: `name{label="value"}`. @throws where the text is not of format 0.0.4 */
export function parseMetrics(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.split("\n").slice(0, -1)) {
    if (line.startsWith("#")) {
      noteComment(line, types);
      continue;
    }
    const [, series = "", name = "", value = ""] = SAMPLE.exec(line) ?? [];
    const isOfFamily = types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, "")) === "histogram";
    if (!isOfFamily) throw new Error(`no sample of a metric: ${line}`);
    if (samples.has(series)) throw new Error(`${series} is told twice`);
    samples.set(series, Number(value));
  }
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line does not end");
  return samples;
}

function noteComment(line: string, types: Map<string, string>): void {
  const [, name = "", type] = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line) ?? [];
  if (type === undefined && !/^# HELP [a-z_]+ (?:[^\\]|\\\\|\\n)+$/.test(line)) throw new Error(`no comment: ${line}`);
  if (type === undefined) return;
  if (types.has(name)) throw new Error(`${name} is told twice`);
  types.set(name, type);
}

const LABEL = /[a-z]+="(?:[^"\\\n]|\\\\|\\"|\\n)*"/.source;
const SAMPLE = new RegExp(`^(([a-z_]+)(?:\\{${LABEL}(?:,${LABEL})*\\})?) ([-+0-9.eInf]+)$`);
