import { chosenConsent } from "./browser/consent-choice.server";
import { countryOf, geoUntold } from "./geo.server";
import { visitorOf } from "./visitor.server";

/** What the site may keep and tell of a visitor beside what paying needs. */
export interface Consent {
  /** Affiliates' clicks, campaigns and analytics. */
  mayTrack: boolean;
  /** Where the visitor is, the site has to ask first, and they have not answered. */
  isAsked: boolean;
}

/** A choice or a Global Privacy Control signal counts first; else the country decides. An unknown country asks. */
export async function consentOf(request: Request): Promise<Consent> {
  const chosen = chosenConsent(request);
  if (chosen !== undefined) return { mayTrack: chosen, isAsked: false };
  const visitor = await visitorOf(request);
  const country = countryOf(await geoUntold(visitor));
  const isAsked =
    visitor.brand.consentIn === "everywhere" || country === undefined || visitor.brand.consentIn.includes(country);
  return { mayTrack: !isAsked, isAsked };
}
