import { type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import { faultSchema } from "../../faults/fault";
import { activeFaults, addFaults, clearFaults, removeFault } from "../../faults/store";
import { MessagePage } from "../../html/document";
import { FaultsPage } from "./faults-page";

/** The fault lab: a plain form for testers, JSON for scripts. */
export function faultsRouter({ db }: Context): Router {
  const router = Router();
  router.get("/control/faults", async (_request, response) =>
    sendPage(response, <FaultsPage faults={await activeFaults(db)} />),
  );
  router.post("/control/faults", urlencoded({ extended: false, limit: "4kb" }), async ({ body }, response) => {
    const parsed = faultSchema.safeParse(body);
    if (!parsed.success)
      return sendPage(response, <MessagePage title="Not added" text={z.prettifyError(parsed.error)} />, 422);
    await addFaults(db, [parsed.data]);
    goBack(response);
  });
  router.post("/control/faults/clear", async (_request, response) => {
    await clearFaults(db);
    goBack(response);
  });
  router.post("/control/faults/:id/remove", async ({ params }, response) => {
    await removeFault(db, Number(params.id));
    goBack(response);
  });
  return router;
}

const goBack = (response: Response) => response.redirect(303, "/control/faults");
