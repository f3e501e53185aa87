import { type Cookies, parseCookie, type SetCookie, stringifySetCookie } from "cookie";
import { env } from "~/env.server";

const DAY = 24 * 60 * 60;

/** Every cookie of the site and how long it lives, in seconds; those without a lifetime go with the browser session. */
const LIFETIMES = {
  LANGUAGE: 365 * DAY,
  country: 365 * DAY,
  session: undefined,
  csrf: undefined,
} as const;
export type CookieName = keyof typeof LIFETIMES;

const isHttps = () => env().publicOrigin.startsWith("https://");

/** `__Host-` binds a cookie to this host; plain http cannot have it, and other names are fixed. */
const HOST_BOUND: readonly CookieName[] = ["session", "csrf"];

const sentName = (name: CookieName): string => (HOST_BOUND.includes(name) && isHttps() ? `__Host-${name}` : name);

export function cookieOf(request: Request, name: CookieName): string | undefined {
  const cookies: Cookies = parseCookie(request.headers.get("cookie") ?? "");
  return cookies[sentName(name)];
}

/** A Set-Cookie header's value. */
export function cookieHeader(name: CookieName, value: string): string {
  const cookie: SetCookie = {
    name: sentName(name),
    value,
    path: "/",
    sameSite: "lax",
    secure: isHttps(),
    httpOnly: true,
  };
  const maxAge = LIFETIMES[name];
  return stringifySetCookie(maxAge === undefined ? cookie : { ...cookie, maxAge });
}
