import { log } from "~/log.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { type Geo, loadGeo } from "~/upstream/visitor-facts.server";
import type { Visitor } from "./visitor.server";

/** Says what failed, once, and goes on without it. */
export async function orWithout<T>(what: string, visitor: Visitor, loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ requestId: visitor.requestId, reason: error.kind }, `${what} not available: the page goes on without`);
    return undefined;
  }
}

/** Where the visitor's address is; undefined where that could not be found out. */
export const geoOf = (visitor: Visitor): Promise<Geo | undefined> =>
  orWithout("geo info", visitor, loadGeo(visitor.caller));

/** The country of an address, as far as it is known. */
export function countryOf(geo: Geo | undefined): string | undefined {
  const code = geo?.country_code ?? "";
  return /^[A-Z]{2}$/.test(code) ? code : undefined;
}
