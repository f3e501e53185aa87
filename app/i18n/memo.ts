/** Then all is made anew: visitors choose some of what pages say, such as a coupon's price. */
const MOST_MADE = 2_000;

/** The same function, which makes what it gives back once for the same arguments: Intl's formatters, for one, are slow to make. */
export function memo<Args extends readonly (string | number | boolean)[], Made>(
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const made = new Map<string, Made>();
  return (...args) => {
    const key = args.join(" ");
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(...args);
    if (made.size >= MOST_MADE) made.clear();
    if (fresh !== undefined) made.set(key, fresh);
    return fresh;
  };
}
