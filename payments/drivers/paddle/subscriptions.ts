import { z } from "zod";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { Refused, unlessRefused, unlessSo } from "../errors";
import { meanings } from "../meanings";
import { everyItem } from "../pages";
import { pathIn } from "../provider-api";
import { entity, listOf, type Paddle } from "./api";
import { TRANSACTIONS } from "./open";
import { instant, period, takenBack, transaction } from "./shapes";

const SUBSCRIPTIONS = "/subscriptions";

/** Paused, and words that are not known, give nothing. */
const STATES = meanings({ active: "active trialing", ended: "canceled" });

const subscription = z
  .object({
    status: z.string(),
    created_at: instant,
    current_billing_period: period.nullish(),
    scheduled_change: z.object({ action: z.string() }).nullish(),
    management_urls: z.object({ update_payment_method: z.string().nullish() }),
  })
  .transform(({ status, scheduled_change: change, management_urls, ...rest }) => ({
    ...rest,
    state: STATES.get(status) ?? ("past_due" as const),
    hasChange: !!change,
    isEnding: change?.action === "cancel",
    cardPage: management_urls.update_payment_method,
  }));
type Subscription = z.output<typeof subscription>;

/** How one is cancelled, and whether that is so already. */
const AT_END = {
  from: "next_billing_period",
  isSo: ({ isEnding, state }: Subscription) => isEnding || state === "ended",
};
const NOW = { from: "immediately", isSo: ({ state }: Subscription) => state === "ended" };

/** Subscriptions that Paddle renews. */
export function subscriptionsOf(paddle: Paddle): SubscriptionDriver {
  return {
    ask: (reference, call) => ask(paddle, reference, call),
    cancelAtEnd: (reference, call) => cancel(paddle, reference, AT_END, call),
    resume: (reference, call) => takeBackChange(paddle, reference, call),
    endNow: async (reference, call) => {
      // One that is to change at its end is locked until then.
      if ((await fetchSubscription(paddle, reference, call)).hasChange) await takeBackChange(paddle, reference, call);
      await cancel(paddle, reference, NOW, call);
    },
    cardPage: async (reference, call) => {
      const { cardPage } = await fetchSubscription(paddle, reference, call);
      if (!cardPage) throw new Refused("Paddle has no page for how this subscription is paid", "no_page");
      return cardPage;
    },
  };
}

const fetchSubscription = async (paddle: Paddle, reference: string, call: Call): Promise<Subscription> =>
  (await unlessRefused(paddle(entity(subscription), { path: pathIn(SUBSCRIPTIONS, reference) }, call))).data;

async function ask(paddle: Paddle, reference: string, call: Call): Promise<SubscriptionStanding> {
  const query = { subscription_id: reference, status: "completed", include: "adjustments" };
  const [{ state, isEnding, current_billing_period, created_at }, newestFirst] = await Promise.all([
    fetchSubscription(paddle, reference, call),
    everyItem(listOf(paddle, transaction, TRANSACTIONS, query, call)),
  ]);
  const paid = newestFirst.toReversed();
  const renewals = paid.filter(({ origin }) => origin === "subscription_recurring");
  // By what was paid, as Paddle's current period also is one that nobody has paid.
  const ends = paid.flatMap(({ billing_period }) => billing_period?.ends_at ?? []);
  const unpaid = state === "active" ? current_billing_period?.ends_at : undefined;
  return {
    state: state === "active" && isEnding ? "ending" : state,
    paidUntil: ends.length === 0 ? (unpaid ?? created_at) : Math.max(...ends),
    // A change of the way to pay is a transaction, too.
    cardEnds: newestFirst[0]?.cardEnds,
    renewals: renewals.map(({ fact, billing_period }) => ({
      ...{ ...fact, startsAt: billing_period?.starts_at ?? fact.at, endsAt: billing_period?.ends_at ?? fact.at },
    })),
    reports: renewals.flatMap(takenBack),
  };
}

/** Paddle refuses what is so already. */
async function cancel(paddle: Paddle, reference: string, { from, isSo }: typeof NOW, call: Call): Promise<void> {
  const request = { path: pathIn(SUBSCRIPTIONS, reference, "cancel"), body: { effective_from: from } };
  const canceled = paddle(entity(subscription), request, call);
  await unlessSo(canceled, async () => isSo(await fetchSubscription(paddle, reference, call)));
}

async function takeBackChange(paddle: Paddle, reference: string, call: Call): Promise<void> {
  const request = { path: pathIn(SUBSCRIPTIONS, reference), body: { scheduled_change: null } };
  const changed = paddle(entity(subscription), { ...request, method: "PATCH" }, call);
  await unlessSo(changed, async () => {
    const { hasChange, state } = await fetchSubscription(paddle, reference, call);
    return !hasChange && state !== "ended";
  });
}
