import { type Response, Router } from "express";
import { z } from "zod";
import type { Context } from "../../payments/context";
import { sendPage } from "../../payments/html/page";
import { MessagePage } from "../html/document";
import { type Message, messageById, newestMessages } from "./mailbox";
import { LetterPage, MailboxPage } from "./mailbox-pages";
import { sendLetter } from "./send-letter";

/** The mails the sandbox has written, as pages and as JSON. */
export function mailboxRouter(context: Context): Router {
  const router = Router();
  router.get("/control/mailbox", async ({ query }, response) => {
    const to = recipientIn(query);
    const messages = await newestMessages(context, to);
    sendPage(response, <MailboxPage messages={messages} to={to} siteOrigin={context.siteOrigin} />);
  });
  router.get("/control/mailbox.json", async ({ query }, response) => {
    response.json({ messages: await newestMessages(context, recipientIn(query)) });
  });
  router.get("/control/mailbox/:id", async ({ params }, response) => {
    const message = await messageAt(context, params.id);
    if (message) sendPage(response, <LetterPage message={message} />);
    else sendUnknownMail(response);
  });
  router.get("/control/mailbox/:id/html", async ({ params }, response) => {
    const html = (await messageAt(context, params.id))?.html;
    if (html == null) sendUnknownMail(response);
    else sendLetter(response, "html", html);
  });
  return router;
}

const recipient = z.object({ to: z.string().trim().min(1).max(254) });

function recipientIn(query: unknown): string | undefined {
  const parsed = recipient.safeParse(query);
  return parsed.success ? parsed.data.to : undefined;
}

async function messageAt(context: Context, text: string | undefined): Promise<Message | undefined> {
  const id = Number(text);
  return Number.isSafeInteger(id) ? messageById(context, id) : undefined;
}

const sendUnknownMail = (response: Response) =>
  sendPage(response, <MessagePage title="No such mail" text="It is not in this mailbox." />, 404);
