import type { Profile } from "~/upstream/visitor-facts.server";
import type { Visitor } from "../visitor.server";

/**
 * The user of the payments API that a visitor acts for, and what shows it. A typed address proves nothing; a link proves what the payments
 * API has accepted.
 */
export type ProvenUser =
  /** The payments API has accepted the token of a link. */
  | { kind: "member"; userId: number; profile: Profile }
  /** It has accepted a sign-up's token, which whoever types an address gets: of this account nothing is shown. */
  | { kind: "signedUp"; userId: number; profile: Profile }
  /** A link names the user, and nobody has accepted it yet: its sign goes along for the payments API to check. */
  | { kind: "linked"; userId: number; signTimestamp: string; sign: string }
  | { kind: "nobody" };

/** @param profile the account behind the visitor's token, where the payments API has told it */
export function provenUser({ session, bearerFrom }: Visitor, profile: Profile | undefined): ProvenUser {
  if (profile !== undefined)
    return { kind: isOfLink(bearerFrom) ? "member" : "signedUp", userId: profile.user_id, profile };
  // Whoever has logged out of a link does not come by it any more.
  if (session === undefined || session.isLoggedOut) return { kind: "nobody" };
  return { kind: "linked", userId: session.user_id, signTimestamp: session.signed_time, sign: session.sign };
}

/** Without a bearer the token was the session's own, accepted in this very request. */
const isOfLink = (from: Visitor["bearerFrom"]): boolean => from === undefined || from === "link";

/** Whether the visitor may be asked about, and shown, what only a member gets: their prices, say. */
export const mayBeMember = ({ bearerFrom }: Visitor): boolean => isOfLink(bearerFrom);

/** The user of the visitor's link, where its token was accepted: the cookie that repeats it is only set then. */
export const acceptedUserId = ({ session, caller }: Visitor): number | undefined =>
  session !== undefined && session.token === caller.bearer ? session.user_id : undefined;
