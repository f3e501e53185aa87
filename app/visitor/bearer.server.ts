import { cookieOf } from "./browser/cookies.server";
import { openedBy } from "./sealed-cookies.server";

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
