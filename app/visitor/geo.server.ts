import { orWithout } from "~/problem.server";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { type Geo, loadGeo } from "~/upstream/visitor-facts.server";
import type { RequestCaller } from "./caller.server";

/** The visitor's country; undefined where it could not be found out. */
export const geoOf = (asker: Pick<RequestCaller, "requestId" | "caller">): Promise<Geo | undefined> =>
  orWithout("geo info", asker, loadGeo(asker.caller));

/** As geoOf, for what no page shows: only the call itself is logged, and nothing is thrown. */
export const geoUntold = ({ caller }: Pick<RequestCaller, "caller">): Promise<Geo | undefined> =>
  loadGeo(caller).catch(() => undefined);

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
