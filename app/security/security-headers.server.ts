import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { z } from "zod";
import dialogStyles from "~/enhance/dialog/dialog.css?inline";
import { env } from "~/env.server";
import type { Styles } from "~/styles/stylesheet";

const origins = z.array(z.url()).optional();

/** Origins, or paths of them, that one page may also use, beside the site's own. Each has passed the redirect guard. */
const pageSources = z.object({ script: origins, connect: origins, frame: origins, form: origins });
type PageSources = z.output<typeof pageSources>;

/** A header that passes the sources from a loader to the response; never read from a client's request. */
const SOURCES_HEADER = "X-Page-Sources";

/** Headers for a loader: its page's Content-Security-Policy will also allow these origins. */
export const allowing = (sources: PageSources): Record<string, string> => ({
  [SOURCES_HEADER]: JSON.stringify(sources),
});

/** The sources that the loaders of a page need. */
export function sourcesOf({ staticHandlerContext: { loaderHeaders } }: EntryContext): PageSources {
  const requested = Object.values(loaderHeaders).flatMap((headers) => headers.get(SOURCES_HEADER) ?? []);
  return requested[0] === undefined ? {} : pageSources.parse(JSON.parse(requested[0]));
}

/** Removes the header from a loader's data response, which goes to the browser as it is. */
export const forgetSources = (headers: Headers): void => headers.delete(SOURCES_HEADER);

const TWO_YEARS = 63_072_000;

/** By the text of a style element; there is one for each page of each brand. */
const hashes = new Map<string, string>();

/** The source that allows exactly this style element. */
function sourceOfStyle(css: string): string {
  const hash = hashes.get(css) ?? createHash("sha256").update(css).digest("base64");
  hashes.set(css, hash);
  return `'sha256-${hash}'`;
}

/**
 * Only what is listed here may load: scripts from files of our own origin, never inline, none at all in a page that has none, and styles
 * by their hash. So the policy is the same for every answer of a page.
 */
function contentSecurityPolicy({ styles: { inline, linked }, hasScripts }: PageParts, sources: PageSources): string {
  const also = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join("");
  const hashed = [inline, ...(hasScripts ? [dialogStyles] : [])].map(sourceOfStyle);
  return [
    "default-src 'none'",
    ...(hasScripts ? [`script-src 'self'${also(sources.script)}`] : []),
    `style-src ${[...(linked === undefined ? [] : ["'self'"]), ...hashed].join(" ")}`,
    ...(hasScripts ? [`connect-src 'self'${also(sources.connect)}`] : []),
    ...(sources.frame === undefined ? [] : [`frame-src${also(sources.frame)}`]),
    "img-src 'self' data:",
    "manifest-src 'self'",
    `form-action 'self'${also(sources.form)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Only a provider's frame may use the browser's Payment Request API. */
function permissionsPolicy({ frame }: PageSources): string {
  const payment =
    frame === undefined ? "" : ["self", ...frame.map((source) => `"${new URL(source).origin}"`)].join(" ");
  return `camera=(), geolocation=(), microphone=(), payment=(${payment}), usb=()`;
}

/** What a page has that its policy allows. */
interface PageParts {
  styles: Styles;
  hasScripts: boolean;
}

/** The security headers of every page. Set in the app, so that they are the same under any server. */
export function setSecurityHeaders(headers: Headers, page: PageParts, sources: PageSources = {}): void {
  headers.set("Content-Security-Policy", contentSecurityPolicy(page, sources));
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
