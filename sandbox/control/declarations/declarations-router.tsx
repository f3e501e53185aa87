import { Router } from "express";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import { MessagePage } from "../../html/document";
import { DeclarationsPage } from "./declarations-page";
import { declarationRecords } from "./records";

const PLACE = "/control/declarations";

/** What was declared without a link, as a page and as JSON, and that the operator has acted on it. */
export function declarationsRouter({ db, now, siteOrigin }: Context): Router {
  const router = Router();
  router.get(PLACE, async (_request, response) => {
    sendPage(response, <DeclarationsPage records={await declarationRecords(db)} siteOrigin={siteOrigin} />);
  });
  router.get(`${PLACE}.json`, async (_request, response) => {
    response.json({ declarations: await declarationRecords(db) });
  });
  router.post(`${PLACE}/:id`, async ({ params }, response) => {
    const id = Number(params.id);
    const marked = await db
      .updateTable("declarations")
      .set({ done_at: now() })
      .where("id", "=", Number.isSafeInteger(id) ? id : 0)
      .where("done_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (marked) response.redirect(303, PLACE);
    else sendPage(response, <MessagePage title="Not done" text="There is no such declaration that waits." />, 409);
  });
  return router;
}
