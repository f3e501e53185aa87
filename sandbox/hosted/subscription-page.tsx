import { type Response, Router, urlencoded } from "express";
import { z } from "zod";
import { asyncRoute } from "../async-route";
import type { Context } from "../context";
import { Document, MessagePage, sendPage } from "../html/document";
import { timeOf } from "../html/time";
import type { SubscriptionRow } from "../store/subscription-tables";
import { acceptCard } from "../subscriptions/steps";

const cardForm = z.object({ card: z.enum(["accepted", "declined"]) });
type Card = z.output<typeof cardForm>["card"];

/** The provider's page about a subscription: a new card is entered there, and a failed renewal tried again with it. */
export function subscriptionPages(context: Context): Router {
  const router = Router();
  router.get(
    "/hosted/subscriptions/:session",
    asyncRoute(async ({ params, query }, response) => {
      const row = await subscriptionAt(context, params.session);
      const card = cardForm.safeParse(query).data?.card;
      if (row) sendPage(response, <SubscriptionPage row={row} card={card} site={context.siteOrigin} />);
      else sendUnknown(response);
    }),
  );
  router.post(
    "/hosted/subscriptions/:session",
    urlencoded({ extended: false, limit: "4kb" }),
    asyncRoute(async ({ params, body, path }, response) => {
      const row = await subscriptionAt(context, params.session);
      const form = cardForm.safeParse(body);
      if (!row || !form.success) return sendUnknown(response);
      const { card } = form.data;
      if (card === "accepted") await context.db.transaction().execute((tx) => acceptCard(context, tx, row.id));
      response.redirect(303, `${path}?card=${card}`);
    }),
  );
  return router;
}

const subscriptionAt = ({ db }: Context, session = ""): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom("subscriptions")
    .selectAll()
    .where("session", "=", session)
    .where("source", "=", "web")
    .executeTakeFirst();

const CARD_NEWS: Readonly<Record<Card, string>> = {
  accepted: "The new card is kept for the next payments.",
  declined: "The card was declined. Nothing was charged.",
};

interface SubscriptionPageProps {
  row: SubscriptionRow;
  /** What has just been entered. */
  card: Card | undefined;
  site: string;
}

function SubscriptionPage({ row: { plan_id, state, amount, currency, ends_at }, card, site }: SubscriptionPageProps) {
  return (
    <Document title="Sandbox provider: your subscription">
      <h1>Your subscription</h1>
      <p className="note">No money moves: you choose what happens.</p>
      {card && <p>{CARD_NEWS[card]}</p>}
      <dl>
        <dt>Plan</dt>
        <dd>{plan_id}</dd>
        <dt>State</dt>
        <dd>{state}</dd>
        <dt>Price of a period</dt>
        <dd>
          {amount.toFixed(2)} {currency}
        </dd>
        <dt>Paid until</dt>
        <dd>{timeOf(ends_at)}</dd>
      </dl>
      <form method="post">
        <button type="submit" name="card" value="accepted" className="main">
          {state === "past_due" ? "Enter a new card and pay" : "Enter a new card"}
        </button>
        <button type="submit" name="card" value="declined">
          Enter a card that is declined
        </button>
      </form>
      <p>
        <a href={`${site}/account`}>Back to the shop</a>
      </p>
    </Document>
  );
}

const sendUnknown = (response: Response) =>
  sendPage(response, <MessagePage title="No such subscription" text="This address names no subscription." />, 404);
