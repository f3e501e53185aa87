import { randomBytes } from "node:crypto";
import { inCode } from "~/checkout/resume-code";
import { LONGEST_FOR_CODE } from "~/visitor/browser/open-in-browser.server";
import { fitsAddress, sealToken, storeTokenFrom } from "~/visitor/store-token.server";

/**
 * Inside an app's browser a page has a link to itself for the phone's own browser, with the store's token that the visitor came with. It
 * is a gap of the cached page: what is rendered has nobody's token there.
 */
const NOBODYS = { store: "apple", token: randomBytes(LONGEST_FOR_CODE).toString("hex") } as const;

/** A token of nobody's, always the same. `cookie`: as the page is rendered with it; `mark`: as it then stands in the link. */
export async function markedToken(): Promise<{ cookie: string; mark: string }> {
  const cookie = await sealToken(NOBODYS, Number.MAX_SAFE_INTEGER);
  return { cookie, mark: inCode(cookie) };
}

/**
 * What stands there for a visitor with this cookie. Undefined where the page is their own: for a token that is not good any more, or so
 * long or short that the link is without it, or has a QR code beside it.
 */
export async function tokenInLink(cookie: string): Promise<string | undefined> {
  const found = await storeTokenFrom(cookie);
  if (found === undefined || !fitsAddress(found.storeToken)) return undefined;
  return cookie.length > LONGEST_FOR_CODE ? inCode(cookie) : undefined;
}
