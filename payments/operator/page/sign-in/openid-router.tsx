import { type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Context } from "../../../context";
import { sendPage } from "../../../html/page";
import { loginAddress, orderAddress } from "../addresses";
import { Document, MessagePage } from "../document";
import { CALLBACK, LOGIN_MS, LoginRefused, type OpenId } from "./openid";
import { personOfClaims } from "./people";
import { cookieIn, type Sessions } from "./sessions";

/** The provider's answer is a link from its page: a strict cookie would not come with it. */
const COOKIE = "__Host-operator-login";
const SHAPE = { httpOnly: true, secure: true, path: "/", sameSite: "lax", maxAge: LOGIN_MS } as const;

const AGAIN = { to: loginAddress(), label: "Sign in" };

const HERE = "http://localhost";
/** A cookie has 4,096 bytes. */
const MOST_KEPT = 1_000;

interface Login {
  context: Context;
  openId: OpenId;
  sessions: Sessions;
  people: readonly string[];
}

/** Sends people to sign in, and takes them back. */
export function openIdRouter(login: Login): Router {
  const router = Router();
  router.get("/login", (request, response) => leave(login, request, response));
  router.get(CALLBACK.replace("/operator", ""), (request, response) => comeBack(login, request, response));
  return router;
}

async function leave({ context, openId }: Login, request: Request, response: Response): Promise<void> {
  try {
    const { url, kept } = await openId.begin(placeIn(request));
    response.cookie(COOKIE, kept, SHAPE).redirect(303, url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.log.error({ reason }, "payments: operators cannot sign in: the OpenID provider does not answer");
    const text = "Where you sign in does not answer at the moment.";
    sendPage(response, <MessagePage title="Not signed in" text={text} way={AGAIN} />, 503);
  }
}

const leaving = z.object({ to: z.string().max(MOST_KEPT) });

/** A page of the operator's, from which somebody was sent to sign in; whatever else is named, the first one. */
function placeIn({ query }: Request): string {
  const { origin, pathname, search } = new URL(leaving.safeParse(query).data?.to ?? "", HERE);
  return origin === HERE && /^\/operator\/(orders|acts)\//.test(pathname) ? pathname + search : orderAddress();
}

async function comeBack(login: Login, request: Request, response: Response): Promise<void> {
  response.clearCookie(COOKIE, { ...SHAPE, maxAge: undefined });
  try {
    const query = new URL(request.originalUrl, HERE).search;
    const { claims, to } = await login.openId.finish(query, cookieIn(request, COOKIE));
    const person = personOfClaims(login.people, claims);
    if (person === undefined) throw new LoginRefused("none of PAYMENTS_OPERATOR_PEOPLE");
    await login.sessions.start(response, person);
    sendPage(response, <SignedInPage to={to} />);
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error;
    login.context.log.warn({ reason: error.message }, "payments: somebody was not let in to the operator's page");
    const text = "You were not signed in, or this page is not for you.";
    sendPage(response, <MessagePage title="Not signed in" text={text} way={AGAIN} />, 403);
  }
}

/** The browser has come from another site: only a page of our own leads on with the session's strict cookie. */
const SignedInPage = ({ to }: { to: string }) => (
  <Document title="Signed in" goesOnTo={to}>
    <p>
      <a href={to}>Go on</a>
    </p>
  </Document>
);
