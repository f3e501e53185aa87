import type { z } from "zod";
import { splitPath } from "~/i18n/locales";
import { DEFAULT_APP_ID, type SignedLink, signedLinkQuery, wholeNumber } from "~/upstream/contract/signed-link";
import type { Brand } from "./brand/brand";
import { brandOf } from "./brand/brands.server";
import { cookieHeader, cookieOf } from "./browser/cookies.server";
import { openedBy, sealFor, type session } from "./sealed-cookies.server";

/** The parameters that identify an app's user; the first redirect removes them from the address. */
export const SIGNED_LINK_PARAMS = ["uid", "sid", "sign_timestamp", "token", "sign"] as const;

export type Session = z.output<typeof session>;

const toSession = (link: SignedLink): Session => ({
  user_id: link.uid,
  app_type: link.sid,
  signed_time: link.sign_timestamp,
  token: link.token,
  sign: link.sign,
});

/** The user in an address: none, an unreadable one, or a signed one. */
type Link = { kind: "none" } | { kind: "unreadable" } | { kind: "signed"; session: Session };

export function linkIn(url: URL): Link {
  const given = SIGNED_LINK_PARAMS.filter((name) => url.searchParams.get(name));
  // An app id alone says where the visitor comes from, not who they are.
  if (given.every((name) => name === "sid")) return { kind: "none" };
  const link = signedLinkQuery.safeParse(Object.fromEntries(given.map((name) => [name, url.searchParams.get(name)])));
  return link.success ? { kind: "signed", session: toSession(link.data) } : { kind: "unreadable" };
}

export const sessionOf = async (request: Request): Promise<Session | undefined> =>
  (await openedBy(request)).session?.content;

/** Whether a session has a token that the payments API has not checked yet. */
export const isUntried = ({ token, isLoggedOut }: Session): boolean => token !== "" && isLoggedOut !== true;

/** Each has an id of its own: the same link opened again after a log-out lets in. */
export const sessionCookie = async (session: Session): Promise<string> =>
  cookieHeader("session", await sealFor("session", session));

/** The visitor's token for the payments API, and how far it shows who they are. */
export interface Bearer {
  token: string;
  /**
   * `link`: from an app's or a mail's link: the account is the visitor's. `signUp`: for an address that anybody can type, so it proves
   * nothing.
   */
  from: "link" | "signUp";
}

/** The bearer is the cookie `paypal_token`, which counts only beside a cookie that is bound to this host and names it. */
export async function bearerOf(request: Request): Promise<Bearer | undefined> {
  const { session, signUp } = await openedBy(request);
  if (signUp !== undefined) return { token: signUp.content.token, from: "signUp" };
  const token = cookieOf(request, "paypal_token");
  const isOfLink = token && session?.content.token === token && session.content.isLoggedOut !== true;
  return isOfLink ? { token, from: "link" } : undefined;
}

/** The app id in an address: of a link from an app, or of one that opens it on another device. */
export const appIn = (url: URL): number | undefined =>
  appId(url.searchParams.get("sid") ?? /^\/open\/(\d+)$/.exec(splitPath(url.pathname).rest)?.[1] ?? null);

/** The app a request belongs to, and its brand. */
export interface Category {
  appType: number;
  brand: Brand;
}

interface LinkedApps {
  /** The app of the link in this request. */
  arriving: number | undefined;
  /** The app of the visitor's session. */
  ofSession: number | undefined;
}

/**
 * A request belongs to the app of the visitor's last link, even after that link's session has
 * ended. A link counts from its own request on.
 */
export function categoryOf(request: Request, { arriving, ofSession }: LinkedApps): Category {
  const appType = arriving ?? rememberedApp(cookieOf(request, "app")) ?? ofSession ?? DEFAULT_APP_ID;
  return { appType, brand: brandOf(appType) };
}

/** The app in the browser's cookie. */
export const rememberedApp = (cookie: string | undefined): number | undefined => appId(cookie ?? null);

function appId(text: string | null): number | undefined {
  if (text === null) return undefined;
  const id = wholeNumber.safeParse(text);
  return id.success ? Number(id.data) : undefined;
}
