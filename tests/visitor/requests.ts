import { env } from "~/env.server";
import { sessionCookie } from "~/visitor/session.server";

/** A GET of a page as the host hands it to the app. */
export const makeRequest = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(env().publicOrigin + path, { headers });

/** The parameters an app puts on its links, of the right shape. */
export const SIGNED_LINK = {
  uid: "42",
  sid: "101",
  sign_timestamp: "1795000000",
  token: "t0ken",
  sign: "ab".repeat(32),
} as const;

export const signedQuery = (overrides: Record<string, string> = {}): string =>
  new URLSearchParams({ ...SIGNED_LINK, ...overrides }).toString();

/** The Cookie header of a browser that keeps what it was given. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
    .join("; ");

/** The Cookie header of a browser that is signed in: the session that an app's link began, and the link's token. */
export async function memberCookie(token: string = SIGNED_LINK.token, appType = 502): Promise<string> {
  const { uid, sign_timestamp: signed_time, sign } = SIGNED_LINK;
  const session = await sessionCookie({ user_id: Number(uid), app_type: appType, signed_time, sign, token });
  return cookieLine([session, `paypal_token=${token};`]);
}

/** The Cookie header of a browser that keeps these Set-Cookie headers. */
export const cookieLine = (setCookies: readonly string[]): string =>
  cookiesOf(new Headers(setCookies.map((cookie): [string, string] => ["set-cookie", cookie])));
