import { orWithout } from "~/errors/errors.server";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { type Geo, loadGeo } from "~/upstream/visitor-facts.server";
import type { Visitor } from "./visitor.server";

/** The visitor's country; undefined where it could not be found out. */
export const geoOf = (visitor: Pick<Visitor, "requestId" | "caller">): Promise<Geo | undefined> =>
  orWithout("geo info", visitor, loadGeo(visitor.caller));

/** The country of an address, as far as it is known. */
export function countryOf(geo: Geo | undefined): string | undefined {
  const code = geo?.country_code ?? "";
  return isCountryCode(code) ? code : undefined;
}

/**
 * Whether paying and signing up are closed in the visitor's country. It is decided by the country's name, not by the
 * country whose prices were chosen; visitors with an unknown country may buy.
 */
export const isGated = (geo: Geo | undefined): boolean => /china/i.test(geo?.country ?? "");
