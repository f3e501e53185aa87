import { type Call, closedOrPaid, type Driver } from "../driver";
import { onRefusal } from "../errors";
import { type Stripe, stripeApi } from "./api";
import { ask } from "./ask";
import { booksOf } from "./movements";
import { find, open, SESSIONS } from "./open";
import { giveBack } from "./refunds";
import { anything } from "./shapes";
import { subscriptionsOf } from "./subscriptions";
import { hear } from "./webhook";

interface StripeSettings {
  /** "sk_live_…", "sk_test_…" or a restricted one, "rk_…". */
  readonly secretKey: string;
  /** "whsec_…"; while one is changed, both. */
  readonly webhookSecrets: readonly string[];
  readonly apiOrigin?: string;
  /** As it stands on buyers' statements, "SHOP* VPN": what follows the star is given to Stripe with each payment. */
  readonly statement?: string | undefined;
  /** "acct_…", where a platform calls for it. */
  readonly account?: string | undefined;
}

/** Stripe Checkout: a page of Stripe's, which works without scripts on ours. Subscriptions are Stripe Billing's. */
export function stripeDriver(settings: StripeSettings): Driver {
  const { secretKey, webhookSecrets, apiOrigin = "https://api.stripe.com", statement, account } = settings;
  const stripe = stripeApi({ secretKey, apiOrigin, account });
  const suffix = statement?.split("* ")[1];
  const isLive = /^.k_live_/.test(secretKey);
  return {
    code: "so",
    name: "Stripe",
    statement,
    can: { withoutScripts: true, trial: true, renew: true, resume: "undo", keyHours: 24 },
    open: (opening, call) => open(stripe, opening, suffix, call),
    find: (opening, call) => find(stripe, opening, suffix, call),
    ask: ({ reference }, call) => ask(stripe, reference, call),
    close: ({ reference }, call) => close(stripe, reference, call),
    hear: async (delivery, call) => hear(delivery, { webhookSecrets, account, isLive }, call.now()),
    refund: (refund, call) => giveBack(stripe, refund, call),
    books: booksOf(stripe),
    subscriptions: subscriptionsOf(stripe),
  };
}

/** Stripe refuses to end a page that is not open any more: then it is asked what has become of it. */
async function close(stripe: Stripe, reference: string, call: Call): Promise<"closed" | "paid"> {
  const expire = { method: "POST", path: `${SESSIONS}/${reference}/expire`, body: {} } as const;
  const closed = stripe(anything, expire, call).then(() => "closed" as const);
  return onRefusal(closed, async (refused) => {
    const standing = await ask(stripe, reference, call);
    if (standing.reports.length === 0) throw refused;
    return closedOrPaid(standing);
  });
}
