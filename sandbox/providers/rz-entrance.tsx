import { type Request, type RequestHandler, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../payments/context";
import { sendPage } from "../../payments/html/page";
import { minorUnits } from "../../payments/machine/money";
import type { AttemptRow } from "../../payments/orders/tables";
import { hostedPath } from "../hosted-address";
import { MessagePage } from "../html/document";
import { RZ_KEY_ID, rzSubscription } from "./rz-keys";

/** The form with which the site's page sends a buyer to the checkout. */
const entryForm = z.object({
  key_id: z.string(),
  order_id: z.string().optional(),
  subscription_id: z.string().optional(),
  amount: z.string(),
  currency: z.string(),
  callback_url: z.string().optional(),
  cancel_url: z.string().optional(),
});
type EntryForm = z.output<typeof entryForm>;

/**
 * Receives the site's form, at the checkout's own address or at the one that finds the order by the form alone.
 * Compares the form with the payment, then redirects the buyer to the payment page.
 */
export function rzEntrance(context: Context): Router {
  const router = Router();
  const parse = urlencoded({ extended: false, limit: "8kb" });
  const open: RequestHandler = (request, response) => enter(context, request, response);
  router.post("/hosted/rz/checkout", parse, open);
  router.post("/hosted/rz/:session", parse, (request, response, next) =>
    "outcome" in (request.body ?? {}) ? next() : open(request, response, next),
  );
  return router;
}

async function enter(context: Context, request: Request, response: Response): Promise<void> {
  const form = entryForm.safeParse(request.body);
  const attempt = form.success ? await namedAttempt(context, form.data) : undefined;
  if (!form.success || !attempt) return refuseForm(response, "It names no payment.");
  const wrong = wrongFields(attempt, form.data);
  if (wrong.length > 0) return refuseForm(response, `These fields are not the payment's: ${wrong.join(", ")}.`);
  const page = new URL(hostedPath("rz", attempt.session), context.origin());
  page.search = new URL(request.originalUrl, context.origin()).search;
  response.redirect(303, page.href);
}

const refuseForm = (response: Response, text: string): void =>
  sendPage(response, <MessagePage title="The checkout cannot be opened" text={text} />, 400);

const namedAttempt = ({ db }: Context, { order_id, subscription_id }: EntryForm): Promise<AttemptRow | undefined> =>
  db
    .selectFrom("attempts")
    .selectAll()
    .where("provider", "=", "rz")
    .where("reference", "in", [order_id ?? "", rzSubscription.orderOf(subscription_id ?? "")])
    .executeTakeFirst();

function wrongFields(attempt: AttemptRow, form: EntryForm): string[] {
  const right: Record<keyof EntryForm, string> = {
    key_id: RZ_KEY_ID,
    order_id: attempt.reference,
    subscription_id: rzSubscription.of(attempt.reference),
    amount: String(minorUnits(attempt)),
    currency: attempt.currency,
    callback_url: attempt.return_url,
    cancel_url: attempt.cancel_url,
  };
  const given = new Map<string, string | undefined>(Object.entries(form));
  return Object.entries(right).flatMap(([name, value]) => ((given.get(name) ?? value) === value ? [] : [name]));
}
