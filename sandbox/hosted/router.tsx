import { type RequestHandler, Router, urlencoded } from "express";
import type { Context } from "../context";
import { MessagePage, sendPage } from "../html/document";
import { pageHeaders, refuseForeignPosts } from "../html/page-security";
import { outcomeForm, settleSession } from "./outcome";
import { ChallengePage, PayPage, SettledPage } from "./pages";
import { findSession, returnAddress, type Session } from "./session";

/** The hosted page of the provider `so`: GET shows where the session stands, POST settles it. */
export function hostedRouter(context: Context): Router {
  const router = Router();
  router.use("/hosted", pageHeaders(context.siteOrigin), refuseForeignPosts);
  router.get("/hosted/so/:session", (request, response, next) => {
    showSession(context, request.params.session, response).catch(next);
  });
  router.post("/hosted/so/:session", urlencoded({ extended: false, limit: "4kb" }), (request, response, next) => {
    postOutcome(context, request.params.session, request.body, response).catch(next);
  });
  return router;
}

type PageResponse = Parameters<RequestHandler>[1];

async function showSession(context: Context, name: string, response: PageResponse): Promise<void> {
  const session = await findSession(context, name);
  if (!session) return sendUnknown(response);
  sendPage(response, <SessionPage session={session} />);
}

async function postOutcome(context: Context, name: string, body: unknown, response: PageResponse): Promise<void> {
  const session = await findSession(context, name);
  if (!session) return sendUnknown(response);
  const form = outcomeForm.safeParse(body);
  if (!form.success)
    return sendPage(response, <MessagePage title="Nothing chosen" text="The form names no known outcome." />, 400);
  await settleSession(context, session.attempt, form.data);
  const settled = (await findSession(context, name)) ?? session;
  const isStaying = settled.attempt.state === "needs_action" || form.data.outcome === "approve_and_stay";
  response.redirect(303, isStaying ? `/hosted/so/${name}` : returnAddress(settled));
}

function SessionPage({ session }: { session: Session }) {
  switch (session.attempt.state) {
    case "created":
    case "sent":
      return <PayPage session={session} />;
    case "needs_action":
      return <ChallengePage session={session} />;
    default:
      return <SettledPage session={session} />;
  }
}

const sendUnknown = (response: PageResponse) =>
  sendPage(response, <MessagePage title="No such payment" text="This address names no payment session." />, 404);
