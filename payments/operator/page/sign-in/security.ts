import type { Request, RequestHandler } from "express";
import { OPERATOR_STYLE_HASH } from "../style";

const POLICY = [
  "default-src 'none'",
  `style-src '${OPERATOR_STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** @param origin where people reach the page */
export const pageHeaders =
  (origin: () => string): RequestHandler =>
  (_request, response, next) => {
    response.set(HEADERS);
    if (origin().startsWith("https:")) response.set("Strict-Transport-Security", "max-age=31536000");
    next();
  };

/**
 * Whether a form was sent by a page of this origin. Browsers send `Origin: null` from a page without referrers, and then Sec-Fetch-Site
 * tells; what sends neither is no browser.
 */
export function isFromHere(request: Request, origin: string): boolean {
  const [from = "null", site] = [request.get("Origin"), request.get("Sec-Fetch-Site")];
  if (site !== undefined && site !== "same-origin") return false;
  return from === "null" ? site === "same-origin" : from === origin;
}
