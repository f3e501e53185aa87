import { env } from "~/env.server";
import { DEFAULT_LOCALE, splitPath } from "~/i18n/locales";
import { type HostFacts, headersOf } from "~/security/host-facts.server";
import { COOKIES, type CookieName, sentCookie } from "~/visitor/browser/cookies.server";
import { markedCookies } from "./member.server";
import { markedToken } from "./token-in-link.server";
import type { Choices } from "./variant.server";

/** The request that a page for these choices is rendered for. It is made up: nothing in it is a visitor's. */
export async function requestFor(choices: Choices, facts: Pick<HostFacts, "requestId" | "build">): Promise<Request> {
  const { host } = new URL(env().publicOrigin);
  const headers = { ...(await headersFor(choices)), ...headersOf(facts), host };
  return new Request(addressOf(choices), { headers });
}

function addressOf({ path, coupon }: Choices): URL {
  const address = new URL(env().publicOrigin + path);
  if (coupon !== undefined) address.searchParams.set("coupon", coupon);
  return address;
}

/** How the user agent of an app's built-in browser looks, of whatever app. */
const IN_APP = "Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0 Mobile";

/** What a request says that makes these choices, and has nothing else of its visitor. */
async function headersFor(choices: Choices): Promise<Record<string, string>> {
  const { consent, isOfAskingPlace, isPrivate, isInApp, hasWallet } = choices;
  const cookies: Readonly<Partial<Record<CookieName, string>>> = {
    LANGUAGE: splitPath(choices.path).lang ?? DEFAULT_LOCALE,
    country: choices.priceCountry,
    lite: choices.isLight ? "1" : "0",
    wallet: hasWallet === undefined ? undefined : hasWallet ? "1" : "0",
    consent: consent === undefined ? undefined : consent ? "1" : "0",
    asks: isOfAskingPlace ? "1" : undefined,
    app: String(choices.appType),
    channel: choices.channel,
    "cje-client": choices.isFromCj ? "1" : undefined,
    storeToken: choices.hasTokenInLink ? (await markedToken()).cookie : undefined,
  };
  const sent = COOKIES.flatMap((name) => (cookies[name] === undefined ? [] : [sentCookie(name, cookies[name])]));
  const ofMember = choices.member === undefined ? [] : await markedCookies(choices.appType);
  const headers: Record<string, string> = { cookie: [...sent, ...ofMember].join("; ") };
  if (choices.linksStyles) headers["sec-fetch-site"] = "same-origin";
  if (isPrivate) headers["sec-gpc"] = "1";
  if (isInApp) headers["user-agent"] = IN_APP;
  return headers;
}
