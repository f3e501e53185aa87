import type { Call } from "./driver";

interface Dated<T> {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const MOST = 1_000;
/** Not any caller's own: the others wait for it, too. */
const LONGEST_MS = 15_000;

/**
 * What a process remembers of a provider until its end: fetched once for all who ask meanwhile, and anew by the next one where that failed.
 * @param load what it is that is asked for by `of`, which is the same where its JSON is
 */
export function cached<A extends object | string, T>(load: (of: A, call: Call) => Promise<Dated<T>>) {
  const known = new Map<string, Promise<Dated<T>>>();
  const loading = (of: A, now: Call["now"]): Promise<Dated<T>> => {
    const name = JSON.stringify(of);
    if (known.size >= MOST) known.clear();
    const value = load(of, { now, signal: AbortSignal.timeout(LONGEST_MS) });
    known.set(name, value);
    value.catch(() => known.delete(name));
    return value;
  };
  return {
    async get(of: A, { now }: Call): Promise<T> {
      const name = JSON.stringify(of);
      const before = known.get(name);
      const found = await before;
      if (found !== undefined && found.until > now()) return found.value;
      if (known.get(name) === before) known.delete(name);
      return (await (known.get(name) ?? loading(of, now))).value;
    },
    /** What was found to be of no use; a newer value stays. */
    async forget(of: A, value: T): Promise<void> {
      const name = JSON.stringify(of);
      if ((await known.get(name))?.value === value) known.delete(name);
    },
  };
}
