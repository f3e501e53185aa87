import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { sendPage } from "../../../html/page";
import { OperatorError } from "../../act";
import { MessagePage } from "../document";
import { isSame } from "./people";
import { isFromHere } from "./security";
import type { Session } from "./sessions";

type Handler = (request: Request, response: Response, session: Session) => Promise<void>;

/** Makes a handler of what only those may do who are signed in, by forms of their own session. */
export type SignedIn = (handle: Handler) => RequestHandler;

interface Entrance {
  /** Where people reach the page. */
  origin: () => string;
  /** Undefined: nobody is, and the answer is sent. */
  sessionOf: (request: Request, response: Response) => Promise<Session | undefined>;
}

export const signedInBy =
  ({ origin, sessionOf }: Entrance): SignedIn =>
  (handle) =>
  async (request, response) => {
    const isPost = request.method === "POST";
    if (isPost && !isFromHere(request, origin())) return sendNotFromHere(response);
    const session = await sessionOf(request, response);
    if (session === undefined) return;
    if (isPost && !hasToken(request, session)) return sendNotFromHere(response, session);
    await handle(request, response, session).catch((error: unknown) => sendMistake(response, session, error));
  };

const tokened = z.object({ token: z.string() });

const hasToken = ({ body }: Request, { formToken }: Session): boolean =>
  isSame(tokened.safeParse(body).data?.token ?? "", formToken);

const NOT_FROM_HERE = "The form was not of this session, so nothing was done. Open the page again.";

const sendNotFromHere = (response: Response, session?: Session): void =>
  sendPage(response, <MessagePage title="Nothing was done" text={NOT_FROM_HERE} session={session} />, 403);

/** What the operator did wrong; all else is thrown on. */
function sendMistake(response: Response, session: Session, error: unknown): void {
  const text = error instanceof z.ZodError ? error.issues.map(({ message }) => message).join("\n") : undefined;
  if (text === undefined && !(error instanceof OperatorError)) throw error;
  const told = text ?? (error instanceof Error ? error.message : "");
  sendPage(response, <MessagePage title="Not done" text={told} session={session} />, 422);
}
