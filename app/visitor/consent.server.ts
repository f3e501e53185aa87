import { type Consent, chosenConsent } from "~/visitor/browser/consent-choice.server";
import { isConsentAskedIn } from "./brand/brands.server";
import { callerOf } from "./caller.server";
import { countryOf, geoUntold } from "./geo.server";

const known = new WeakMap<Request, Promise<Consent>>();

/**
 * A choice or a Global Privacy Control signal counts first; else the country decides. An unknown country asks, so this
 * takes as long as the payments API may take to tell it: a second.
 */
export function consentOf(request: Request): Promise<Consent> {
  const found = known.get(request) ?? findConsent(request);
  known.set(request, found);
  return found;
}

async function findConsent(request: Request): Promise<Consent> {
  const chosen = chosenConsent(request);
  if (chosen !== undefined) return { mayTrack: chosen, isAsked: false };
  const caller = await callerOf(request);
  const isAsked = isConsentAskedIn(caller.appType, countryOf(await geoUntold(caller)));
  return { mayTrack: !isAsked, isAsked };
}
