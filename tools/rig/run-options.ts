import { parseArgs } from "node:util";

/** How much is done, and by which chance. */
export interface Effort {
  seed: number;
  /** 1 is the whole run. */
  scale: number;
}

/** What the command line of a run asks for. */
interface RunOptions<Flag extends string> extends Effort {
  parts: string[];
  /** Those that were given. */
  flags: ReadonlySet<Flag>;
}

/**
 * Reads `--seed`, `--scale`, `--only` and flags. A seed that is not given is another one each time.
 * @param parts the names of all parts
 * @throws where that is nothing to be had
 */
export function runOptions<const Flag extends string>(
  parts: readonly string[],
  flags: readonly Flag[],
): RunOptions<Flag> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      scale: { type: "string", default: "1" },
      only: { type: "string", default: parts.join(",") },
      ...Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }])),
    },
  });
  const [seed, scale, asked] = [Number(values.seed), Number(values.scale), String(values.only).split(",")];
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error("the seed is a whole number");
  if (!(scale > 0 && scale <= 10)) throw new Error("the scale is a number above 0, 10 at most");
  const unknown = asked.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown}`);
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(values));
  return { seed, scale, parts: asked, flags: new Set(flags.filter((flag) => given.get(flag) === true)) };
}
