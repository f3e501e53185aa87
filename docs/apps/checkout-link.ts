import { createHmac } from "node:crypto";

interface AppUser {
  uid: number;
  /** The number of the app. */
  sid: number;
  /** When the link is made: milliseconds since 1970. */
  time: number;
}

/** The user's part of the link. On your server, never in the app: whoever has the key can be every user. */
export function signedUser(key: string, { uid, sid, time }: AppUser): Record<string, string> {
  const [user, signedTime] = [String(uid), String(time)];
  const token = `${user}.${signedTime}.${sign(key, ["token", user, signedTime, ""])}`;
  return {
    uid: user,
    sid: String(sid),
    sign_timestamp: signedTime,
    token,
    sign: sign(key, ["link", user, signedTime, token]),
  };
}

/** Before each field stands its length in bytes, so that no two lists of fields are the same text. */
function sign(key: string, fields: readonly string[]): string {
  const text = ["v2", ...fields].map((field) => `${Buffer.byteLength(field)}:${field}`).join("");
  return createHmac("sha256", key).update(text).digest("hex");
}

/** The address that the app opens: a page of the site, the user's part, and what the store asks to be passed on. */
export function checkoutLink(page: string, user: Record<string, string>, store: Record<string, string>): string {
  const link = new URL(page);
  for (const [name, value] of Object.entries({ ...user, ...store })) link.searchParams.set(name, value);
  return link.href;
}
