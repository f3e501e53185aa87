import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { cookieHeader, cookieOf } from "./browser/cookies.server";

/** The visitor's token for the payments API, and how far it shows who they are. */
export interface Bearer {
  token: string;
  /**
   * `link`: from an app's or a mail's link: the account is the visitor's. `signUp`: for an address that anybody can type, so it proves
   * nothing.
   */
  from: "link" | "signUp";
}

const signUp = z.object({ token: z.string().min(1) });

/** Prefix of sign-up tokens; apps' tokens do not have it. The rest is sealed, so nobody can make one up. */
const SIGN_UP = "sign-up~";

/** The bearer comes from the cookie only. */
export async function bearerOf(request: Request): Promise<Bearer | undefined> {
  const kept = cookieOf(request, "paypal_token");
  if (!kept) return undefined;
  if (!kept.startsWith(SIGN_UP)) return { token: kept, from: "link" };
  const found = await unseal("signUp", signUp, kept.slice(SIGN_UP.length));
  return found && { token: found.token, from: "signUp" };
}

/** The Set-Cookie header for a sign-up's token. @param seconds lifetime; by default until the browser is closed */
export const signUpCookie = async (given: z.input<typeof signUp>, seconds?: number): Promise<string> =>
  cookieHeader("paypal_token", SIGN_UP + (await seal("signUp", given)), seconds);
