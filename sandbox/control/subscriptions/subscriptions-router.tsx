import { json, type Request, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import { planById } from "../../../payments/catalogue/catalogue";
import { inSale } from "../../../payments/catalogue/sale";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import { SAMPLE_USER } from "../../../payments/links/app-link";
import { tendEverything } from "../../../payments/tend-everything";
import { MessagePage } from "../../html/document";
import { announceNext, failNext, giveStoreSubscription, renewNow } from "../../subscription-steps";
import { subscriptionRecords } from "./records";
import { STORES, SubscriptionsPage } from "./subscriptions-page";

const PLACE = "/control/subscriptions";

/** Subscriptions, what may happen to them, and those of an app's store, as a page and as JSON. */
export function subscriptionsRouter(context: Context): Router {
  const router = Router();
  const parsers = [urlencoded({ extended: false, limit: "4kb" }), json({ limit: "4kb" })];
  router.get(PLACE, async (_request, response) => {
    sendPage(response, <SubscriptionsPage records={await recordsNow(context)} siteOrigin={context.siteOrigin} />);
  });
  router.get(`${PLACE}.json`, async ({ query }, response) => {
    response.json({ subscriptions: await recordsNow(context, listQuery.safeParse(query).data?.email) });
  });
  router.post(PLACE, parsers, (request: Request, response: Response) => give(context, request, response));
  router.post(`${PLACE}/:id`, parsers, (request: Request<{ id: string }>, response: Response) =>
    act(context, request, response),
  );
  return router;
}

const listQuery = z.object({ email: z.string().max(254) });

async function recordsNow(context: Context, email?: string) {
  await tendEverything(context);
  return subscriptionRecords(context.db, email);
}

const stepForm = z.object({
  action: z.enum(["renew", "fail", "announce"]),
  /** The number of the period that is to be paid; missing: the next one. */
  period: z.coerce.number().int().positive().optional(),
});

async function act(context: Context, request: Request<{ id: string }>, response: Response): Promise<void> {
  const form = stepForm.safeParse(request.body);
  if (!form.success)
    return sendPage(response, <MessagePage title="Not understood" text={z.prettifyError(form.error)} />, 422);
  const { action, period } = form.data;
  const { id } = request.params;
  const isDone = await inSale(context, (sale) => {
    switch (action) {
      case "renew":
        return renewNow(sale, id, period);
      case "fail":
        return failNext(context, sale, id);
      case "announce":
        return announceNext(context, sale, id);
    }
  });
  tell(request, response, isDone);
}

const storeForm = z.object({
  source: z.enum(STORES),
  plan: z.string(),
  user_id: z.coerce.number().int().positive().safe().default(SAMPLE_USER),
});

async function give(context: Context, request: Request, response: Response): Promise<void> {
  const form = storeForm.safeParse(request.body);
  if (!form.success)
    return sendPage(response, <MessagePage title="Not made" text={z.prettifyError(form.error)} />, 422);
  const { source, user_id: userId } = form.data;
  const plan = planById(await context.catalogue(context.db), form.data.plan);
  if (!plan) return sendPage(response, <MessagePage title="Not made" text="There is no such plan." />, 422);
  tell(request, response, await giveStoreSubscription(context, { source, plan, userId }));
}

function tell(request: Request, response: Response, isDone: boolean): void {
  if (request.is("application/json")) response.status(isDone ? 200 : 409).json({ done: isDone });
  else if (isDone) response.redirect(303, PLACE);
  else sendPage(response, <MessagePage title="Not done" text="The subscription is not in the state for that." />, 409);
}
