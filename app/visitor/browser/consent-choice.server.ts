import { cookieOf } from "./cookies.server";

/** What the site may keep and tell of a visitor beside what paying needs. */
export interface Consent {
  /** Affiliates' clicks, campaigns and analytics. */
  mayTrack: boolean;
  /** Where the visitor is, the site has to ask first, and they have not answered. */
  isAsked: boolean;
}

/** Global Privacy Control: the browser says for its visitor that they are not to be tracked. */
export const hasPrivacySignal = (request: Request): boolean => isPrivacySignal(request.headers.get("sec-gpc"));

export const isPrivacySignal = (secGpc: string | null): boolean => secGpc === "1";

/** Whether the visitor may be tracked, as far as their browser says: by its privacy signal, or by their own choice. */
export const chosenConsent = (request: Request): boolean | undefined =>
  consentSaid(hasPrivacySignal(request), cookieOf(request, "consent"));

/** @param choice the browser's cookie */
export function consentSaid(isSignalled: boolean, choice: string | undefined): boolean | undefined {
  if (isSignalled) return false;
  return choice === "1" ? true : choice === "0" ? false : undefined;
}
