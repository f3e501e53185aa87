import { type Caller, call, waitForShared } from "~/upstream/client/client.server";
import { AnswerCache } from "./answer-cache.server";
import type { AnswerOf } from "./contract/endpoint";
import { geoInfo, profile } from "./contract/visitor";

export type Geo = AnswerOf<typeof geoInfo>;
export type Profile = AnswerOf<typeof profile>;

const GEO_FRESH_MS = 10 * 60_000;
/** Knowing the country is a convenience: no page waits long for it. */
const GEO_MS = 1_000;
const geoCache = new AnswerCache<Geo>("geo", { freshMs: GEO_FRESH_MS, staleMs: 0, ifErrorMs: 0 }, 10_000);

/** The country of the caller's address. Called without their token: only the address decides. @throws UpstreamError */
export async function loadGeo(caller: Caller): Promise<Geo> {
  const { signal, bearer, ...anybody } = caller;
  const { visitorIp } = caller;
  const ask = () => call(geoInfo, { body: {} }, anybody, { timeoutMs: GEO_MS, circuit: "optional" });
  const wait = <T>(geo: Promise<T>) => waitForShared(geo, caller, geoInfo.path);
  return visitorIp === undefined ? wait(ask()) : (await geoCache.recall(visitorIp, ask, wait)).answer;
}

/** The country of an address, if it was requested a short while ago. */
export const knownGeo = (visitorIp: string): Geo | undefined => geoCache.fresh(visitorIp);

/** The account of the caller's token; never cached. Optional for every page. @throws UpstreamError */
export async function loadProfile(caller: Caller): Promise<Profile> {
  return call(profile, {}, caller, { circuit: "optional" });
}

/** Forgets the cached countries. */
export function forgetGeo(): void {
  geoCache.forget();
}
