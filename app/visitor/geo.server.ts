import { orWithout } from "~/problem.server";
import { isCountryCode } from "~/upstream/contract/scalars";
import { type Geo, loadGeo } from "~/upstream/visitor-facts.server";
import type { Visitor } from "./visitor.server";

/** Where the visitor's address is; undefined where that could not be found out. */
export const geoOf = (visitor: Visitor): Promise<Geo | undefined> =>
  orWithout("geo info", visitor, loadGeo(visitor.caller));

/** The country of an address, as far as it is known. */
export function countryOf(geo: Geo | undefined): string | undefined {
  const code = geo?.country_code ?? "";
  return isCountryCode(code) ? code : undefined;
}

/**
 * Whether paying and signing up are closed to where the visitor is. The name of the country decides, not the country whose
 * prices were chosen; an address nobody can place is let through.
 */
export const isGated = (geo: Geo | undefined): boolean => /china/i.test(geo?.country ?? "");
