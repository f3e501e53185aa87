import { timingSafeEqual } from "node:crypto";
import { parseCookie } from "cookie";
import { splitPath } from "~/i18n/locales";

// The host checks it, too: nothing here imports more of the app, which the host loads only once it is built.

/** A POST, as far as it shows where it comes from. */
interface Post {
  /** Parsed as the app does: `/return/../account` is the account page. */
  pathname: string;
  header(name: "host" | "origin" | "referer" | "sec-fetch-site" | "cookie"): string | undefined;
  /** Undefined where the body is no form. */
  form(): Promise<FormData | undefined>;
}

interface OwnSite {
  publicOrigin: string;
  allowedHosts: readonly string[];
}

/**
 * A POST must come from a page of this site. Browsers say so in Sec-Fetch-Site or Origin; old WebViews and text browsers send
 * neither, but a Referer. Who sends none of them must send the CSRF token: the cookie and the field `csrf` have the same value.
 */
export async function isOwnPost(post: Post, site: OwnSite): Promise<boolean> {
  return isProviderReturn(post) || (isFromOwnPage(post, site) ?? (await hasToken(post, site)));
}

/** A payment provider posts the buyer back from its own site; that route only asks the payments API about the order. */
const isProviderReturn = ({ pathname }: Post): boolean => /^\/return\/[^/]+$/.test(splitPath(pathname).rest);

/** Undefined: the browser does not say. */
function isFromOwnPage({ header }: Post, { publicOrigin, allowedHosts }: OwnSite): boolean | undefined {
  const site = header("sec-fetch-site");
  // Another site cannot choose what its page's forms send as Referer; it can only have them send none.
  const origin = header("origin") ?? (site === undefined ? URL.parse(header("referer") ?? "")?.origin : undefined);
  if (site === undefined && origin === undefined) return undefined;
  if (site === "same-origin") return true;
  const host = header("host")?.toLowerCase();
  const isOurHost = allowedHosts.some((allowed) => allowed.toLowerCase() === host);
  // With the public scheme, so that http:// never counts as https://.
  return origin === publicOrigin || (isOurHost && origin === `${new URL(publicOrigin).protocol}//${host}`);
}

async function hasToken({ header, form }: Post, { publicOrigin }: OwnSite): Promise<boolean> {
  // On https only the __Host- name counts: a subdomain or plain http could plant the other one.
  const name = publicOrigin.startsWith("https:") ? "__Host-csrf" : "csrf";
  const expected = parseCookie(header("cookie") ?? "")[name];
  const given = (await form())?.get("csrf");
  return typeof given === "string" && expected !== undefined && isSame(given, expected);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
