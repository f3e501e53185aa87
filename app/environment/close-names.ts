/** Shorter names are close to too much that others set. */
const SHORTEST = 6;

/** Names that nobody reads, each so close to a known one that is not set that this one was meant, with what to write. */
export const closeNames = (known: readonly string[], given: readonly string[]): [string, string][] =>
  given
    .filter((name) => !known.includes(name))
    .flatMap((name): [string, string][] => {
      const meant = known.find((other) => !given.includes(other) && isClose(plain(name), plain(other)));
      return meant === undefined ? [] : [[name, `is not read; write ${meant}`]];
    });

/** Without what is easily forgotten: capitals, what stands between words, and the plural of each. */
const plain = (name: string): string => name.toUpperCase().replace(/S?(_|$)/g, "");

const isClose = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= SHORTEST && isOneEditAway(one, other));

/** A letter more, one less, another one, or two that have changed places. */
function isOneEditAway(one: string, other: string): boolean {
  let at = 0;
  while (one[at] === other[at] && at < one.length) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped;
}
