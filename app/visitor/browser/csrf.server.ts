import { signatureOf } from "~/sealing.server";
import { cookieHeader, cookieOf } from "./cookies.server";

const LONG_ENOUGH = /^[\w-]{36,64}$/;

/**
 * The double-submit token, which is in a cookie and in the form. The host needs it for old WebViews, which send neither
 * Origin nor Sec-Fetch-Site with a form. Within one request it is always the same.
 */
export function csrfToken(request: Request): { token: string; setCookie: string | undefined } {
  const kept = cookieOf(request, "csrf") ?? "";
  if (LONG_ENOUGH.test(kept)) return { token: kept, setCookie: undefined };
  const token = signatureOf("csrf", request.headers.get("x-request-id") ?? crypto.randomUUID());
  return { token, setCookie: cookieHeader("csrf", token) };
}
