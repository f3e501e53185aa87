import { isLoopback } from "./environment/loopback";

interface Leave {
  /** The address may be on another site: by https, or by http on this machine, where the sandbox is. */
  mayLeave?: boolean;
}

/** Stands for the site's origin on the server, where an address of the site is a path. */
const NO_ORIGIN = "https://site.invalid";

/** Control characters, and backslashes before the query: browsers drop the ones and read the others as slashes. */
const MISLEADING = /\p{Cc}|^[^?#]*\\/u;

/** A path on the site, without a query: nothing in it could be read in two ways. Most addresses are such. */
const PLAIN = /^(?:\/[\w-]+)+$/;

/**
 * The given address, if it may be navigated to: on the site's own origin, or, with permission, on another site.
 * @throws Error for any other origin, any protocol but http and https, credentials, misleading characters, and a path that
 * starts with two slashes, because it would name a host as soon as it is read as an address again
 */
export function safeAddress(address: string, { mayLeave = false }: Leave = {}): string {
  if (PLAIN.test(address)) return address;
  if (MISLEADING.test(address) || !isSafe(address, mayLeave)) throw new Error("not an address to navigate to");
  return address;
}

function isSafe(address: string, mayLeave: boolean): boolean {
  const isOnServer = typeof window === "undefined";
  try {
    const url = new URL(address, isOnServer ? NO_ORIGIN : window.location.href);
    const isOwn = isOnServer ? /^\/(?!\/)/.test(address) : isOnOwnOrigin(url);
    return isOwn ? !url.pathname.startsWith("//") : mayLeave && mayBeLeftFor(url);
  } catch {
    return false;
  }
}

/** An address of blob: has an origin as well. */
const isOnOwnOrigin = (url: URL): boolean =>
  url.origin === window.location.origin && /^https?:$/.test(url.protocol) && !hasCredentials(url);

/** Whether an address is fit for leaving the site: by https, or by http on this machine, without credentials. */
export function mayBeLeftFor(url: URL): boolean {
  const isSecure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return isSecure && !hasCredentials(url);
}

const hasCredentials = ({ username, password }: URL): boolean => username !== "" || password !== "";
