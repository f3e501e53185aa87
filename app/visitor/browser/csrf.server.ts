import { signatureOf } from "~/sealing.server";
import { cookieHeader, cookieOf } from "./cookies.server";

const LONG_ENOUGH = /^[\w-]{36,64}$/;

/**
 * The double-submit token: the same in a cookie and in the form. The host asks for it where an old WebView says neither by
 * Origin nor by Sec-Fetch-Site where a form comes from. However often one request asks, the answer is the same.
 */
export function csrfToken(request: Request): { token: string; setCookie: string | undefined } {
  const kept = cookieOf(request, "csrf") ?? "";
  if (LONG_ENOUGH.test(kept)) return { token: kept, setCookie: undefined };
  const token = signatureOf("csrf", request.headers.get("x-request-id") ?? crypto.randomUUID());
  return { token, setCookie: cookieHeader("csrf", token) };
}
