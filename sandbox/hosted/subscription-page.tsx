import { type Response, Router, urlencoded } from "express";
import { z } from "zod";
import { inSale } from "../../payments/catalogue/sale";
import type { Context } from "../../payments/context";
import { Facts } from "../../payments/html/facts";
import { moneyText } from "../../payments/html/money-text";
import { sendPage } from "../../payments/html/page";
import { Time } from "../../payments/html/time";
import type { SubscriptionRow } from "../../payments/subscriptions/tables";
import { SubscriptionBadge } from "../html/badge";
import { Document, MessagePage } from "../html/document";
import { acceptCard } from "../subscription-steps";

const cardForm = z.object({ card: z.enum(["accepted", "declined"]) });
type Card = z.output<typeof cardForm>["card"];

/** The provider's page about a subscription: a new card is entered there, and a failed renewal tried again with it. */
export function subscriptionPages(context: Context): Router {
  const router = Router();
  router.get("/hosted/subscriptions/:session", async ({ params, query }, response) => {
    const row = await subscriptionAt(context, params.session);
    const card = cardForm.safeParse(query).data?.card;
    if (row) sendPage(response, <SubscriptionPage row={row} card={card} site={context.siteOrigin} />);
    else sendUnknownSubscription(response);
  });
  router.post(
    "/hosted/subscriptions/:session",
    urlencoded({ extended: false, limit: "4kb" }),
    async ({ params, body, path }, response) => {
      const row = await subscriptionAt(context, params.session);
      const form = cardForm.safeParse(body);
      if (!row || !form.success) return sendUnknownSubscription(response);
      const { card } = form.data;
      if (card === "accepted") await inSale(context, (sale) => acceptCard(sale, row.id));
      response.redirect(303, `${path}?card=${card}`);
    },
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

function SubscriptionPage({ row, card, site }: SubscriptionPageProps) {
  const { id, order_id, plan_id, state, ends_at } = row;
  return (
    <Document
      title="Sandbox provider: your subscription"
      footer={<a href={`/control/orders/${order_id}`}>The order it was bought with</a>}
    >
      <h1>Your subscription</h1>
      {card && <p className="note">{CARD_NEWS[card]}</p>}
      <section className="card bill">
        <div>
          <p>
            Plan <strong>{plan_id}</strong> <SubscriptionBadge state={state} />
          </p>
          <p className="amount">{moneyText(row)}</p>
          <small>for each period</small>
        </div>
        <Facts
          facts={[
            ["Paid until", <Time key="ends" at={ends_at} />],
            [
              "Number",
              <span key="id" className="id">
                {id}
              </span>,
            ],
          ]}
        />
      </section>
      <form method="post" className="card stack">
        <div className="outcome-first">
          <button type="submit" name="card" value="accepted" className="main" aria-describedby="accepted-help">
            {state === "past_due" ? "Enter a new card and pay" : "Enter a new card"}
          </button>
          <small id="accepted-help">
            {state === "past_due"
              ? "The card is accepted, and the payment that failed is taken from it."
              : "The card is accepted and kept for the next payment."}
          </small>
        </div>
        <ul className="outcomes">
          <li>
            <button type="submit" name="card" value="declined" aria-describedby="declined-help">
              Enter a card that is declined
            </button>
            <small id="declined-help" className="outcome-about">
              Nothing changes, and nothing is taken.
            </small>
          </li>
        </ul>
      </form>
      <p>
        <a href={`${site}/account`}>Back to the shop</a>
      </p>
    </Document>
  );
}

const sendUnknownSubscription = (response: Response) =>
  sendPage(response, <MessagePage title="No such subscription" text="This address names no subscription." />, 404);
