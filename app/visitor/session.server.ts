import type { z } from "zod";
import { type SignedLink, signedLinkQuery } from "~/upstream/contract/signed-link";
import { cookieHeader } from "~/visitor/browser/cookies.server";
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
export const sessionCookie = async (kept: Session): Promise<string> =>
  cookieHeader("session", await sealFor("session", kept));
