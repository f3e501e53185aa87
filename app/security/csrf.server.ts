import type { Page } from "~/i18n/pages";
import { signatureOf } from "~/sealing.server";
import { hostFacts } from "~/security/host-facts.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";

/** All tokens have one length: a page that is kept has room for it. */
const TOKEN = /^[\w-]{43}$/;

/**
 * The double-submit token, which is in a cookie and in the form. The host needs it for old WebViews, which send neither
 * Origin nor Sec-Fetch-Site with a form. Within one request it is always the same.
 */
export const csrfToken = (request: Request): CsrfToken =>
  tokenOf(cookieOf(request, "csrf"), hostFacts(request).requestId);

interface CsrfToken {
  token: string;
  /** Set where the browser does not have it yet. */
  setCookie: string | undefined;
}

/** @param kept the browser's cookie. @param requestId of a browser without one */
export function tokenOf(kept: string | undefined, requestId: string): CsrfToken {
  if (kept !== undefined && TOKEN.test(kept)) return { token: kept, setCookie: undefined };
  const token = signatureOf("csrf", requestId);
  return { token, setCookie: cookieHeader("csrf", token) };
}

/** Pages whose visitors fill in nothing: their one form, in the footer, goes without the token. So all get the same bytes. */
const WITHOUT_FORMS: readonly (Page | undefined)[] = ["home", "pricing"];

/** Whether a page's forms carry the token, so that its cookie has to be there. */
export const needsToken = (page: Page | undefined): boolean => !WITHOUT_FORMS.includes(page);
