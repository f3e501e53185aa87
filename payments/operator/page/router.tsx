import { type ErrorRequestHandler, type Request, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../context";
import { sendPage } from "../../html/page";
import { isStoreAway } from "../../store/store-away";
import { actsRouter } from "./acts-router";
import { loginAddress } from "./addresses";
import { MessagePage } from "./document";
import { ordersRouter } from "./orders-router";
import type { OperatorPageSettings, ProxySettings } from "./settings";
import { OpenId } from "./sign-in/openid";
import { openIdRouter } from "./sign-in/openid-router";
import { personBehindProxy } from "./sign-in/people";
import { pageHeaders } from "./sign-in/security";
import { type Session, Sessions } from "./sign-in/sessions";
import { signedInBy } from "./sign-in/signed-in";

/** The operator's page: what the commands of `npm run payments` do, for people who are signed in. */
export function operatorPageRouter(context: Context, settings: OperatorPageSettings): Router {
  const { wayIn, people } = settings;
  const origin = () => settings.origin ?? context.origin();
  const sessions = new Sessions(context, settings);
  const router = Router();
  router.use(pageHeaders(origin), urlencoded({ extended: false, limit: "8kb" }));
  if (wayIn.kind === "openid") {
    const openId = new OpenId(context, wayIn, origin);
    router.use(openIdRouter({ context, openId, sessions, people }));
  }
  const sessionOf = wayIn.kind === "openid" ? byOpenId(sessions) : byProxy(sessions, wayIn, people);
  const signedIn = signedInBy({ origin, sessionOf });
  router.post(
    "/logout",
    signedIn(async (request, response) => {
      await sessions.end(request, response);
      sendPage(response, <MessagePage title="Signed out" text="This browser is signed out here." way={SIGN_IN} />);
    }),
  );
  router.use(ordersRouter(context, signedIn), actsRouter(context, signedIn));
  router.use((_request, response) =>
    sendPage(response, <MessagePage title="Not found" text="There is no such page." />, 404),
  );
  router.use(answerErrors(context));
  return router;
}

const SIGN_IN = { to: loginAddress(), label: "Sign in" };

type SessionOf = (request: Request, response: Response) => Promise<Session | undefined>;

const byOpenId =
  (sessions: Sessions): SessionOf =>
  async (request, response) => {
    const session = await sessions.find(request);
    if (session) return session;
    // No redirect to the provider: what a form leads to may be of this origin only, redirects included.
    const isPost = request.method === "POST";
    const way = isPost ? SIGN_IN : { ...SIGN_IN, to: loginAddress(request.originalUrl) };
    const page = isPost ? (
      <MessagePage title="Nothing was done" text="Your session is over, so nothing was done." way={way} />
    ) : (
      <MessagePage title="Not signed in" text="Nobody is signed in here, or the session is over." way={way} />
    );
    sendPage(response, page, 401);
    return undefined;
  };

/** The proxy says with each call who is there; the session is for forms. */
const byProxy =
  (sessions: Sessions, proxy: ProxySettings, people: readonly string[]): SessionOf =>
  async (request, response) => {
    const person = personBehindProxy(people, proxy, request);
    if (person === undefined) {
      sendPage(response, <MessagePage title="Not signed in" text="This page is not for you." />, 403);
      return undefined;
    }
    const session = await sessions.find(request);
    return session?.person === person ? session : sessions.start(response, person);
  };

const unreadable = z.object({ status: z.int().min(400).max(499) });

const answerErrors =
  ({ log }: Context): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const status = unreadable.safeParse(error).data?.status;
    if (status !== undefined)
      return sendPage(response, <MessagePage title="Not understood" text="The form is broken." />, status);
    log.error({ err: error, path: request.path }, "payments: a page for operators failed");
    const text = isStoreAway(error) ? "The database is away. Try again in a moment." : "The log says why.";
    sendPage(response, <MessagePage title="Failed" text={text} />, isStoreAway(error) ? 503 : 500);
  };
