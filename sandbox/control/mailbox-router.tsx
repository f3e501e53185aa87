import { type Response, Router } from "express";
import { z } from "zod";
import { asyncRoute } from "../async-route";
import type { Context } from "../context";
import { MessagePage, sendPage } from "../html/document";
import { messageById, newestMessages } from "../mail/mailbox";
import { LetterPage, MailboxPage } from "./mailbox-pages";

/** The mails the sandbox has written, as pages and as JSON. */
export function mailboxRouter(context: Context): Router {
  const router = Router();
  router.get(
    "/control/mailbox",
    asyncRoute(async ({ query }, response) => {
      const to = recipientIn(query);
      sendPage(response, <MailboxPage messages={await newestMessages(context, to)} to={to} />);
    }),
  );
  router.get(
    "/control/mailbox.json",
    asyncRoute(async ({ query }, response) => {
      response.json({ messages: await newestMessages(context, recipientIn(query)) });
    }),
  );
  router.get(
    "/control/mailbox/:id",
    asyncRoute((request, response) => showLetter(context, Number(request.params.id), response)),
  );
  return router;
}

const recipient = z.object({ to: z.string().trim().min(1).max(254) });

function recipientIn(query: unknown): string | undefined {
  const parsed = recipient.safeParse(query);
  return parsed.success ? parsed.data.to : undefined;
}

async function showLetter(context: Context, id: number, response: Response): Promise<void> {
  const message = Number.isSafeInteger(id) ? await messageById(context, id) : undefined;
  if (message) sendPage(response, <LetterPage message={message} />);
  else sendPage(response, <MessagePage title="No such mail" text="It is not in this mailbox." />, 404);
}
