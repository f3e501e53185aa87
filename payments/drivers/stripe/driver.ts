import { type Call, closedOrPaid, type Driver } from "../driver";
import { onRefusal } from "../errors";
import { pathIn } from "../provider-api";
import { type Stripe, type StripeSettings, stripeApi } from "./api";
import { ask } from "./ask";
import { booksOf } from "./movements";
import { find, open, SESSIONS } from "./open";
import { giveBack } from "./refunds";
import { anything } from "./shapes";
import { subscriptionsOf } from "./subscriptions";
import { hear } from "./webhook";

/** Stripe Checkout: a page of Stripe's, which works without scripts on ours. Subscriptions are Stripe Billing's. */
export function stripeDriver(settings: StripeSettings): Driver {
  const stripe = stripeApi(settings);
  const suffix = settings.statement?.split("* ")[1];
  return {
    code: "so",
    name: "Stripe",
    statement: settings.statement,
    can: { resume: "undo", renewYears: 3 },
    open: (opening, call) => open(stripe, opening, suffix, call),
    find: (opening, call) => find(stripe, opening, suffix, call),
    ask: ({ reference }, call) => ask(stripe, reference, call),
    close: ({ reference }, call) => close(stripe, reference, call),
    hear: async (delivery, call) => hear(delivery, settings, call.now()),
    refund: (refund, call) => giveBack(stripe, refund, call),
    books: booksOf(stripe),
    subscriptions: subscriptionsOf(stripe),
  };
}

/** Stripe refuses to end a page that is not open any more: then it is asked what has become of it. */
async function close(stripe: Stripe, reference: string, call: Call): Promise<"closed" | "paid"> {
  const closed = anything.transform(() => "closed" as const);
  return onRefusal(stripe(closed, { path: pathIn(SESSIONS, reference, "expire"), body: {} }, call), async (refused) => {
    const standing = await ask(stripe, reference, call);
    if (standing.reports.length === 0) throw refused;
    return closedOrPaid(standing);
  });
}
