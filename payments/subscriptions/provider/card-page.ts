import { type Response, Router } from "express";
import type { Context } from "../../context";
import { callFor } from "../../drivers/driver-call";
import { languageOf, pathIn } from "../../mail/letters";
import type { SubscriptionRow } from "../tables";
import { subscriptionsAt } from "./subscriptions-at";

/** Seconds after which a provider that did not answer may. */
const RETRY_AFTER = 30;

/** Leads the owner of a subscription to the provider's page where the way to pay is changed, and from there back to the site. */
export function cardPageRouter(context: Context): Router {
  const router = Router();
  router.get("/cards/:session", async ({ params: { session } }, response) => {
    response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
    const row = await subscriptionOf(context, session);
    if (!row) return response.status(404).type("text").send("This address names no subscription.");
    const page = await pageOf(context, row).catch((error: unknown) => {
      context.log.warn({ subscription: row.id, err: error }, "payments: no page for another card");
      return undefined;
    });
    return page === undefined ? sendNoPage(response, row.returnUrl) : response.redirect(303, page);
  });
  return router;
}

type Known = Pick<SubscriptionRow, "id" | "driver" | "reference"> & { returnUrl: string };

/** Only of one that its provider may still renew. */
async function subscriptionOf({ db, siteOrigin }: Context, session: string): Promise<Known | undefined> {
  const row = await db
    .selectFrom("subscriptions")
    .innerJoin("orders", "orders.id", "subscriptions.order_id")
    .select(["subscriptions.id", "driver", "reference", "language"])
    .where("session", "=", session)
    .where("driver", "is not", null)
    .where("subscriptions.state", "not in", ["ended", "withdrawn"])
    .executeTakeFirst();
  return row && { ...row, returnUrl: new URL(pathIn(languageOf(row.language), "renewal"), siteOrigin).href };
}

/** Undefined: the provider has none, or does not know the subscription yet. */
async function pageOf(context: Context, { driver, reference, returnUrl }: Known): Promise<string | undefined> {
  const { cardPage } = subscriptionsAt(context, driver);
  return reference === null ? undefined : cardPage?.(reference, { ...callFor(context), returnUrl });
}

/** The address back is made of the site's origin and one of its paths: nothing in it has to be escaped. */
const sendNoPage = (response: Response, back: string) =>
  response
    .status(503)
    .set("Retry-After", String(RETRY_AFTER))
    .type("html")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not available</title><p>The payment provider does not answer at the moment. Please try again in a minute.</p><p><a href="${back}">Back to your plan</a></p></html>`,
    );
