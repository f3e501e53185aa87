import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { type SignedLink, signedLinkQuery } from "~/upstream/contract/signed-link";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";

/** The parameters that identify an app's user; the first redirect removes them from the address. */
export const SIGNED_LINK_PARAMS = ["uid", "sid", "sign_timestamp", "token", "sign"] as const;

/** The values of an app's link, kept byte for byte: the payments API verifies the sign. */
const session = z.object({
  user_id: z.number().int(),
  app_type: z.number().int(),
  signed_time: z.string(),
  token: z.string(),
  sign: z.string(),
  /** The visitor chose to stay logged out: the token is not tried again. */
  isLoggedOut: z.literal(true).optional(),
});
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

export async function sessionOf(request: Request): Promise<Session | undefined> {
  const sealed = cookieOf(request, "session");
  return sealed === undefined ? undefined : unseal("session", session, sealed);
}

/** Whether a session has a token that the payments API has not checked yet. */
export const isUntried = ({ token, isLoggedOut }: Session): boolean => token !== "" && isLoggedOut !== true;

export const sessionCookie = async (kept: Session): Promise<string> =>
  cookieHeader("session", await seal("session", kept));
