import { env } from "~/env.server";
import type { PageSources } from "./page-sources.server";

const TWO_YEARS = 63_072_000;

/** Nothing loads unless it is named here, and no script or style runs without this answer's nonce or our own origin. */
function contentSecurityPolicy(nonce: string, sources: PageSources): string {
  const also = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${also(sources.script)}`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self'${also(sources.connect)}`,
    ...(sources.frame === undefined ? [] : [`frame-src${also(sources.frame)}`]),
    "img-src 'self' data:",
    "manifest-src 'self'",
    `form-action 'self'${also(sources.form)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A wallet of the browser may be asked for money by a provider's frame only. */
function permissionsPolicy({ frame }: PageSources): string {
  const payment = frame === undefined ? "" : ["self", ...frame.map((origin) => `"${origin}"`)].join(" ");
  return `camera=(), geolocation=(), microphone=(), payment=(${payment}), usb=()`;
}

/** Headers of every page. They live in the app, so that the same build has them under any server. */
export function setSecurityHeaders(headers: Headers, nonce: string, sources: PageSources = {}): void {
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, sources));
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("Permissions-Policy", permissionsPolicy(sources));
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  if (env().publicOrigin.startsWith("https://")) {
    headers.set("Strict-Transport-Security", `max-age=${TWO_YEARS}; includeSubDomains`);
  }
}
