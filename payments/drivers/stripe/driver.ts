import type { Call, Driver, PaymentName } from "../driver";
import { Refused } from "../errors";
import { ask } from "./ask";
import { StripeClient } from "./client";
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
  const client = new StripeClient({ secretKey, apiOrigin, account });
  const suffix = statement?.split("* ")[1];
  const isLive = /^.k_live_/.test(secretKey);
  return {
    code: "so",
    name: "Stripe",
    statement,
    can: { withoutScripts: true, trial: true, renew: true, resume: "undo", keyHours: 24 },
    open: (opening, call) => open(client, opening, suffix, call),
    find: (opening, call) => find(client, opening, suffix, call),
    ask: ({ reference }, call) => ask(client, reference, call),
    close: (payment, call) => close(client, payment, call),
    hear: async (delivery, call) => hear(delivery, { webhookSecrets, account, isLive }, call.now()),
    refund: (refund, call) => giveBack(client, refund, call),
    books: booksOf(client),
    subscriptions: subscriptionsOf(client),
  };
}

/** Stripe refuses to end a page that is not open any more: then it is asked what has become of it. */
async function close(client: StripeClient, { reference }: PaymentName, call: Call): Promise<"closed" | "paid"> {
  try {
    await client.post(anything, `${SESSIONS}/${reference}/expire`, {}, call);
    return "closed";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { reports } = await ask(client, reference, call);
    if (reports.length === 0) throw error;
    const isOver = reports.every(({ type }) => type === "abandoned" || type === "declined");
    return isOver ? "closed" : "paid";
  }
}
