import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { type SignedLink, signedLinkQuery } from "~/upstream/contract/signed-link";
import { SIGNED_LINK_PARAMS } from "./arrival.server";
import { cookieHeader, cookieOf } from "./cookies.server";

/** What an app's link said, kept byte for byte: the payments API is the judge of the sign. */
const session = z.object({
  user_id: z.number().int(),
  app_type: z.number().int(),
  signed_time: z.string(),
  token: z.string(),
  sign: z.string(),
});
export type Session = z.output<typeof session>;

const toSession = (link: SignedLink): Session => ({
  user_id: link.uid,
  app_type: link.sid,
  signed_time: link.sign_timestamp,
  token: link.token,
  sign: link.sign,
});

/** The session that an address carries; undefined where it carries none, or one of the wrong shape. */
export function sessionInAddress(url: URL): Session | undefined {
  const given = Object.fromEntries(SIGNED_LINK_PARAMS.map((name) => [name, url.searchParams.get(name) ?? undefined]));
  const link = signedLinkQuery.safeParse(given);
  return link.success ? toSession(link.data) : undefined;
}

export async function sessionOf(request: Request): Promise<Session | undefined> {
  const sealed = cookieOf(request, "session");
  return sealed === undefined ? undefined : unseal("session", session, sealed);
}

export const sessionCookie = async (kept: Session): Promise<string> =>
  cookieHeader("session", await seal("session", kept));
