/** Page views in one report of a browser to /events, and its length; see read-batch.server.ts. */
export const BATCH_VIEWS = 25;
export const BATCH_BYTES = 32 * 1024;
/** In the answer to a browser that had no id: the one that it has now. */
export const FRONT_ID_HEADER = "X-Front-Id";

/** Parameters that analytics may know: none of them names a person, an order or a coupon. */
const HARMLESS = /^(utm_(source|medium|campaign|term|content)|channel|country|provider|from|hl|via|n)$/;

const BELOW_RECEIPTS = /(\/receipts\/).+/is;
/** From the first segment on that could be an address or a token. */
const HARMFUL = /(^|\/)(?![\w.~-]{0,40}(\/|$)).*/s;

const LONGEST_PATH = 300;
const LONGEST_QUERY = 900;

/**
 * A page's path and query as analytics may know it: a path is `*` below /receipts, and from the first segment on that could
 * be an address or a token; parameters are left out unless they are known to be harmless. At most 1,201 characters of ASCII.
 */
export function harmlessAddress(pathname: string, search: string): string {
  const path = pathname.replace(BELOW_RECEIPTS, "$1*").replace(HARMFUL, "$1*").slice(0, LONGEST_PATH);
  const harmless = [...new URLSearchParams(search)].filter(([name, value]) => HARMLESS.test(name) && isHarmless(value));
  const query = new URLSearchParams(harmless).toString();
  return query === "" || query.length > LONGEST_QUERY ? path : `${path}?${query}`;
}

/** Campaigns' own words, but no address of a person, however often it was encoded, and nothing as long as a token. */
export const isHarmless = (value: string): boolean => value.length <= 100 && !/@|%(25)*40/i.test(value);
