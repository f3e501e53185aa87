/** Parameters that may be told: none of them names a person, an order or a coupon. */
const HARMLESS = /^(utm_(source|medium|campaign|term|content)|channel|country|provider|from|hl|via|n)$/;

const HARMLESS_SEGMENT = /^[\w.~-]{1,40}$/;

/**
 * A page's path and query as analytics may know it: segments that could be an address or a token, and everything below
 * /receipts, become `*`; other parameters are left out.
 */
export function tellableAddress(pathname: string, search: string): string {
  const segments = pathname.split("/").map((segment, at, all) => {
    const isPlain = segment === "" || (HARMLESS_SEGMENT.test(segment) && all[at - 1] !== "receipts");
    return isPlain ? segment : "*";
  });
  const kept = [...new URLSearchParams(search)].filter(([name, value]) => HARMLESS.test(name) && isTellable(value));
  const query = kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`;
  return segments.join("/").slice(0, 300) + query;
}

/** Whether a parameter's value may be told: campaigns' own words, but no address of a person and nothing as long as a token. */
export const isTellable = (value: string): boolean => value.length <= 100 && !/@|%40/i.test(value);
