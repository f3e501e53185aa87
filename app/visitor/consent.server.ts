import { log } from "~/log.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { loadGeo } from "~/upstream/visitor-facts.server";
import { type Consent, chosenConsent } from "~/visitor/browser/consent-choice.server";
import { isConsentAskedIn } from "./brand/brands.server";
import { callerOf, type RequestCaller } from "./caller.server";
import { countryOf } from "./geo.server";

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
  const isAsked = isConsentAskedIn(caller.appType, await countryFor(caller));
  return { mayTrack: !isAsked, isAsked };
}

/** No page fails because of this question. That the country is not known is logged where a page needs it for its prices. */
async function countryFor({ caller, requestId }: RequestCaller): Promise<string | undefined> {
  try {
    return countryOf(await loadGeo(caller));
  } catch (error) {
    if (!(error instanceof UpstreamError)) log.error({ requestId, err: error }, "asking for the country failed");
    return undefined;
  }
}
