import { pageNotFound } from "~/errors/errors.server";
import { log } from "~/log.server";
import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { type Auth, authenticateLink } from "~/visitor/identity/auth.server";
import { endSealed } from "~/visitor/sealed-cookies.server";
import { appIn, linkIn, type Session, SIGNED_LINK_PARAMS, sessionCookie } from "~/visitor/session.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";

/** The page that an app's link `/redirect?to=<page>` leads to. With `o` the same path is the hand-off page. */
export const LINKED_PAGE_PARAM = "to";

/** The cookies set by an app's link, and the result for the first page. */
export interface OpenedLink {
  result: LinkResult | undefined;
  cookies: string[];
}

export const hasAppLink = (url: URL): boolean => SIGNED_LINK_PARAMS.some((name) => url.searchParams.has(name));

/**
 * Reads an app's link: its app and its user. The token goes into a cookie only after the payments API has accepted it;
 * a refused link leaves nobody signed in.
 */
export async function openAppLink(request: Request): Promise<OpenedLink> {
  const url = new URL(request.url);
  const link = linkIn(url);
  if (link.kind === "signed") return openSignedLink(link.session, request);
  const app = appIn(url);
  if (link.kind === "unreadable") logLink(await visitorOf(request), "unreadable");
  return { result: link.kind === "none" ? undefined : link.kind, cookies: app === undefined ? [] : [appCookie(app)] };
}

const appCookie = (app: number): string => cookieHeader("app", String(app));

/**
 * The link's user replaces whoever was signed in before. Only one whom the payments API has accepted also ends what was paid here, and all
 * copies of these cookies: anybody can write a link and lead somebody to it.
 */
async function openSignedLink(session: Session, request: Request): Promise<OpenedLink> {
  const visitor = await visitorOf(request);
  const auth = session.token === "" ? undefined : await authenticateLink(session, visitor.caller);
  const isAccepted = auth?.kind === "member";
  if (isAccepted) await endSealed(request, ["session", "signUp", "paidHere"]);
  const always = [
    appCookie(session.app_type),
    ...gone(request, "signUp", ...(isAccepted ? (["receipts"] as const) : [])),
  ];
  logLink(visitor, auth?.kind ?? "withoutToken");
  if (auth?.kind === "over")
    return { result: "expired", cookies: [...always, ...gone(request, "session", "paypal_token")] };
  const token = isAccepted ? [cookieHeader("paypal_token", session.token)] : gone(request, "paypal_token");
  return { result: "app", cookies: [...always, await sessionCookie(session), ...token] };
}

/** Who signs in is known to the payments API by the same reference; here nobody is named. */
function logLink({ requestId, appType }: Visitor, outcome: Auth["kind"] | "withoutToken" | "unreadable"): void {
  log.info({ requestId, appType, outcome }, "an app's link was opened");
}

const gone = (request: Request, ...names: ("session" | "paypal_token" | "signUp" | "receipts")[]): string[] =>
  names.filter((name) => cookieOf(request, name) !== undefined).map((name) => expiredCookie(name));

/** Links `/redirect?to=<page>` are redirected before any loader. @throws a 404 for one whose page is unknown */
export function refuseUnknownPage(request: Request): void {
  const params = new URL(request.url).searchParams;
  if (params.has(LINKED_PAGE_PARAM) && !params.has("o")) throw pageNotFound(request);
}

/**
 * The result of reading an app's link, passed to the first page in its address because its cookies may not arrive.
 * `app`: all is well; if that page gets no cookies at all, the browser refuses them.
 */
export type LinkResult = "app" | "unreadable" | "expired";

const PARAMS: Readonly<Record<LinkResult, readonly [name: string, value: string]>> = {
  app: ["via", "app"],
  unreadable: ["link", "unreadable"],
  expired: ["link", "expired"],
};
const RESULTS = ["unreadable", "expired", "app"] as const satisfies readonly LinkResult[];

export function linkResultIn(params: URLSearchParams): LinkResult | undefined {
  return RESULTS.find((result) => {
    const [name, value] = PARAMS[result];
    return params.get(name) === value;
  });
}

/** Whether a parameter is such a result: an app may name one of its own by the same name. */
export const isLinkResult = (name: string, value: string | null): boolean =>
  Object.values(PARAMS).some((result) => result[0] === name && result[1] === value);

/** Replaces any result in the parameters. */
export function setLinkResult(params: URLSearchParams, result: LinkResult): void {
  for (const [name] of Object.values(PARAMS)) params.delete(name);
  params.set(...PARAMS[result]);
}
