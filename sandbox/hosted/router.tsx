import { type Request, type Response, Router, urlencoded } from "express";
import type { Context } from "../../payments/context";
import { sendPage } from "../../payments/html/page";
import { MessagePage } from "../html/document";
import { pageHeaders, refuseForeignPosts } from "../html/page-security";
import { SIMULATORS } from "../providers/simulators";
import { decideSession, outcomeForm, saidOf } from "./outcome";
import { ChallengePage, DecidedPage, PayPage } from "./pages";
import { findSession, type Session, type SessionName } from "./session";
import { subscriptionPages } from "./subscription-page";
import { sendBack, sendNews } from "./way-back";

/** The hosted pages of all providers: GET shows the session's state, POST decides it. */
export function hostedRouter(context: Context): Router {
  const router = Router();
  const form = urlencoded({ extended: false, limit: "4kb" });
  router.use("/hosted", pageHeaders(context.siteOrigin));
  for (const [code, { rights, entrance }] of Object.entries(SIMULATORS)) {
    router.use(`/hosted/${code}`, pageHeaders(context.siteOrigin, rights));
    if (entrance) router.use(entrance(context));
  }
  router.use("/hosted", refuseForeignPosts);
  router.use(subscriptionPages(context));
  router.get("/hosted/:provider/:name", ({ params }, response) => showSession(context, params, response));
  router.post("/hosted/:provider/:name", form, (request, response) => postOutcome(context, request, response));
  return router;
}

async function showSession(context: Context, name: SessionName, response: Response): Promise<void> {
  const session = await findSession(context, name);
  if (!session) return sendUnknownPayment(response);
  sendPage(response, <SessionPage context={context} session={session} />);
}

async function postOutcome(
  context: Context,
  request: Request<SessionName & object>,
  response: Response,
): Promise<void> {
  const session = await findSession(context, request.params);
  if (!session) return sendUnknownPayment(response);
  const form = outcomeForm.safeParse(request.body);
  if (!form.success)
    return sendPage(response, <MessagePage title="Nothing chosen" text="The form names no known outcome." />, 400);
  await decideSession(context, session.attempt, form.data);
  const decided = (await findSession(context, request.params)) ?? session;
  const isStaying = decided.attempt.state === "needs_action" || form.data.outcome === "approve_and_stay";
  if (isStaying) return response.redirect(303, request.originalUrl);
  const said = saidOf(form.data, decided.attempt);
  const way = decided.simulator.wayBack(decided, said, context);
  const isFramed = request.query.display === "frame" && decided.simulator.rights.frame;
  if (!isFramed) return sendBack(response, way);
  const isCompleted = said !== "declined" && said !== "abandoned";
  sendNews(response, context.siteOrigin, { reference: decided.attempt.reference, isCompleted, way });
}

interface SessionPageProps {
  context: Context;
  session: Session;
}

function SessionPage({ context, session }: SessionPageProps) {
  const { attempt, simulator } = session;
  switch (attempt.state) {
    case "created":
    case "sent":
      return <PayPage session={session} />;
    case "needs_action":
      return <ChallengePage session={session} />;
    default:
      return <DecidedPage session={session} way={simulator.wayBack(session, attempt.state, context)} />;
  }
}

const sendUnknownPayment = (response: Response) =>
  sendPage(response, <MessagePage title="No such payment" text="This address names no payment session." />, 404);
