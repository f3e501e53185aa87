import { parseArgs } from "node:util";

/** How much is done, and by which chance. */
export interface Effort {
  seed: number;
  /** 1 is the whole run. */
  scale: number;
}

/** What the command line of a run asks for. */
interface RunOptions<Name extends string, Flag extends string> extends Effort {
  /** The payments API behind the site. */
  api: Name;
  parts: string[];
  /** Those that were given. */
  flags: ReadonlySet<Flag>;
}

/**
 * Reads `--api`, `--seed`, `--scale`, `--only` and flags. A seed that is not given is another one each time.
 * @param apis the names of all parts, by the payments API that they are for; the first one is it where none is named
 * @throws where that is nothing to be had
 */
export function runOptions<const Name extends string, const Flag extends string>(
  apis: ReadonlyMap<Name, readonly string[]>,
  flags: readonly Flag[],
): RunOptions<Name, Flag> {
  const first: string = [...apis.keys()][0] ?? "";
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      scale: { type: "string", default: "1" },
      api: { type: "string", default: first },
      only: { type: "string", default: "" },
      ...Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }])),
    },
  });
  const found = [...apis].find(([name]) => name === values.api);
  if (found === undefined) throw new Error(`the API is one of ${[...apis.keys()].join(", ")}`);
  const [api, parts] = found;
  const asked = values.only === "" ? [...parts] : String(values.only).split(",");
  const [seed, scale] = [Number(values.seed), Number(values.scale)];
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error("the seed is a whole number");
  if (!(scale > 0 && scale <= 10)) throw new Error("the scale is a number above 0, 10 at most");
  const unknown = asked.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown}`);
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(values));
  return { api, seed, scale, parts: asked, flags: new Set(flags.filter((flag) => given.get(flag) === true)) };
}
