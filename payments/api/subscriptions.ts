import { resumeLink, subscriptionChange, subscriptionLink, subscriptionList } from "~/upstream/contract/subscriptions";
import type { Context } from "../context";
import { declaredAt } from "../declarations/by-owner";
import { changeSubscription } from "../subscriptions/change";
import { listedSubscription } from "../subscriptions/listed-subscription";
import { mailLink } from "../subscriptions/mail-link";
import { subscriptionsIn } from "../subscriptions/owned";
import { keepResumeLink } from "../subscriptions/resume-links";
import { tendIn } from "../subscriptions/tend";
import { timeOf } from "../time";
import { isEmail } from "./email";
import { failure } from "./failure";
import { masked, scopeOf } from "./proof/owner";
import type { routesIn } from "./route";

const MOST_SUBSCRIPTIONS = 500;

/** The action that a bot check token for a link must have. */
const LINK_ACTION = "subscription_link";

export function subscriptionRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  const { db } = context;
  return {
    subscriptionList: posting(subscriptionList, async (owner) => {
      const scope = await scopeOf(context, db, owner);
      await tendIn(context, scope);
      const rows = (await subscriptionsIn(db, scope)).slice(0, MOST_SUBSCRIPTIONS);
      return { subscriptions: await Promise.all(rows.map((row) => listedSubscription(context, db, row))) };
    }),
    subscriptionChange: posting(subscriptionChange, async ({ subscription_id, action, ...owner }, caller) => {
      const key = caller.idempotencyKey();
      return db.transaction().execute(async (tx) => {
        const scope = await scopeOf(context, tx, owner);
        const change = { scope, subscriptionId: subscription_id, action, key };
        const changed = await changeSubscription(context, tx, change);
        if (changed.kind !== "answered") throw failure(changed.kind);
        const { row } = changed;
        const declared = await declaredAt(tx, row.id, action);
        return {
          subscription: await listedSubscription(context, tx, row),
          asked_at: declared === undefined ? undefined : timeOf(declared),
          email_hint: masked(row.email),
        };
      });
    }),
    subscriptionLink: posting(subscriptionLink, async ({ email, page, language, recasign }, { appType: appId }) => {
      if (!isEmail(email)) throw failure("email_invalid");
      const spend = await context.checkBot({ word: recasign, action: LINK_ACTION }, context.now());
      const objection = await db.transaction().execute(spend);
      if (objection) throw failure(objection);
      await db.transaction().execute((tx) => mailLink(context, tx, { email, page, language, appId }));
      return { sent: true };
    }),
    resumeLink: posting(resumeLink, async ({ order_id: orderId, email, url }) => {
      if (new URL(url).origin !== context.siteOrigin) throw failure("address_foreign");
      const isTheirs = await db.transaction().execute((tx) => keepResumeLink(tx, { orderId, email, url }));
      if (!isTheirs) throw failure("order_unknown");
      return {};
    }),
  };
}
