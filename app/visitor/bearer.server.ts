import { z } from "zod";
import { seal, unseal } from "~/sealing.server";
import { cookieHeader, cookieOf } from "./browser/cookies.server";

/** The visitor's token for the payments API, and how far it shows who they are. */
export interface Bearer {
  token: string;
  /**
   * `link`: the app, or a mail, brought it, so the account is the visitor's. `newAccount`: a sign-up made the account, with an address
   * that anybody can type. `anyAccount`: the same, and the account may have been there before.
   */
  from: "link" | "newAccount" | "anyAccount";
}

const signUp = z.object({ token: z.string().min(1), isNew: z.boolean() });

/** No token of an app begins so: what follows is sealed, so that nobody can pass it off as an app's. */
const SIGN_UP = "sign-up~";

/** The bearer is only ever that of its cookie. */
export async function bearerOf(request: Request): Promise<Bearer | undefined> {
  const kept = cookieOf(request, "paypal_token");
  if (!kept) return undefined;
  if (!kept.startsWith(SIGN_UP)) return { token: kept, from: "link" };
  const found = await unseal("signUp", signUp, kept.slice(SIGN_UP.length));
  return found && { token: found.token, from: found.isNew ? "newAccount" : "anyAccount" };
}

/** The Set-Cookie header that keeps a sign-up's token. @param seconds how long; without it, until the browser is closed */
export const signUpCookie = async (given: z.input<typeof signUp>, seconds?: number): Promise<string> =>
  cookieHeader("paypal_token", SIGN_UP + (await seal("signUp", given)), seconds);
