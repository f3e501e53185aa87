import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { type SignedLink, signedLinkQuery } from "~/upstream/contract/signed-link";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";

/** The parameters that identify an app's user; they leave the address with the first redirect. */
export const SIGNED_LINK_PARAMS = ["uid", "sid", "sign_timestamp", "token", "sign"] as const;

/** What an app's link said, kept byte for byte: the payments API is the judge of the sign. */
const session = z.object({
  user_id: z.number().int(),
  app_type: z.number().int(),
  signed_time: z.string(),
  token: z.string(),
  sign: z.string(),
  /** The visitor was logged out and chose to stay so: the token is not tried again. */
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

/** What an address says about its visitor: nothing, something that cannot be read, or who it is. */
type Link = { kind: "none" } | { kind: "unreadable" } | { kind: "signed"; session: Session };

export function linkIn(url: URL): Link {
  const given = SIGNED_LINK_PARAMS.filter((name) => url.searchParams.get(name));
  // The number of the app alone says where the visitor comes from, not who it is.
  if (given.every((name) => name === "sid")) return { kind: "none" };
  const link = signedLinkQuery.safeParse(Object.fromEntries(given.map((name) => [name, url.searchParams.get(name)])));
  return link.success ? { kind: "signed", session: toSession(link.data) } : { kind: "unreadable" };
}

export async function sessionOf(request: Request): Promise<Session | undefined> {
  const sealed = cookieOf(request, "session");
  return sealed === undefined ? undefined : unseal("session", session, sealed);
}

/** Whether a session has a token of which nobody knows yet what it is worth. */
export const isUntried = ({ token, isLoggedOut }: Session): boolean => token !== "" && isLoggedOut !== true;

export const sessionCookie = async (kept: Session): Promise<string> =>
  cookieHeader("session", await seal("session", kept));
