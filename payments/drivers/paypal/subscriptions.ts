import type { Call, CaptureFact, DriverReport, OpenedPayment, Opening, PaymentName, PaymentStanding } from "../driver";
import { type PayPal, unlessRefused } from "./api";
import { isPaid } from "./captures";
import { bucketOf } from "./declines";
import { disputesAbout } from "./disputes";
import type { payPalPlans } from "./plans";
import { changeStatus, fetchSubscription, fetchTransactions, type Subscription, startedRead } from "./subscription-api";
import { localeOf, payPalMoney, shortText } from "./values";

export interface PageSettings {
  /** On PayPal's page. */
  readonly brandName?: string | undefined;
}

/** PayPal knows the key for 72 hours. What `openOrder` says of later calls is so here, too: only an activation by us takes money. */
export async function openSubscription(
  paypal: PayPal,
  planFor: ReturnType<typeof payPalPlans>,
  opening: Opening,
  renewal: NonNullable<Opening["renewal"]>,
  page: PageSettings,
  call: Call,
): Promise<OpenedPayment> {
  payPalMoney(opening.price);
  const body = {
    plan_id: await planFor(opening, renewal, call),
    custom_id: opening.attemptId,
    application_context: contextOf(opening, page),
  };
  const key = `subscription-${opening.attemptId}`;
  const made = await paypal(startedRead, { method: "POST", path: "/v1/billing/subscriptions", key, body }, call);
  const payAt = made.links.find(({ rel }) => rel === "approve")?.href;
  return { reference: made.id, payAt, expiresAt: opening.expiresAt };
}

function contextOf({ language, returnUrl, cancelUrl }: Opening, { brandName }: PageSettings) {
  return {
    brand_name: brandName === undefined ? undefined : shortText(brandName),
    locale: localeOf(language),
    shipping_preference: "NO_SHIPPING",
    // Not SUBSCRIBE_NOW, with which PayPal takes the first payment by itself, even of an attempt that we have closed.
    user_action: "CONTINUE",
    payment_method: { payer_selected: "PAYPAL", payee_preferred: "IMMEDIATE_PAYMENT_REQUIRED" },
    return_url: returnUrl,
    cancel_url: cancelUrl,
  };
}

/**
 * PayPal can neither cancel nor mark what is not active, and does not activate it by itself: it is closed because its caller does not ask
 * with `mayCapture` again.
 */
export async function closeSubscription(paypal: PayPal, reference: string, call: Call): Promise<"closed" | "paid"> {
  const { status, start_time } = (await unlessRefused(fetchSubscription(paypal, reference, call))) ?? {
    status: "EXPIRED",
  };
  if (status === "ACTIVE" || status === "SUSPENDED") return "paid";
  if (status === "APPROVAL_PENDING" || status === "APPROVED" || start_time === undefined) return "closed";
  const made = await unlessRefused(fetchTransactions(paypal, { id: reference, start_time }, call));
  return made.some((transaction) => isPaid(transaction.status)) ? "paid" : "closed";
}

/** The first payment of a subscription. */
export async function askFirstPayment(
  paypal: PayPal,
  { reference }: PaymentName,
  call: Call & { mayCapture: boolean },
): Promise<PaymentStanding> {
  let found = await unlessRefused(fetchSubscription(paypal, reference, call));
  if (found?.status === "APPROVED" && call.mayCapture) {
    await unlessRefused(changeStatus(paypal, reference, "activate", "Bought", call));
    found = await unlessRefused(fetchSubscription(paypal, reference, call));
  }
  if (found === undefined) return { reports: [{ type: "abandoned" }], subscription: undefined };
  if (found.status === "APPROVAL_PENDING" || found.status === "APPROVED")
    return { reports: [], subscription: undefined };
  const reports = await firstReports(paypal, found, call);
  return { reports, subscription: reports.some(({ type }) => type === "captured") ? reference : undefined };
}

async function firstReports(paypal: PayPal, subscription: Subscription, call: Call): Promise<readonly DriverReport[]> {
  if (subscription.isFree) return [freeTrial(subscription)];
  const made = await unlessRefused(fetchTransactions(paypal, subscription, call));
  const [first] = made.filter(({ status }) => isPaid(status));
  if (first !== undefined) {
    const fact = { captureId: first.id, paid: first.amount, at: first.time };
    return [
      { type: "captured", ...fact },
      ...givenBack(first.status, fact),
      ...(await disputesAbout(paypal, fact, call)),
    ];
  }
  if (made.some(({ status }) => status === "PENDING")) return [{ type: "processing" }];
  return unpaid(paypal, subscription, made.length, call);
}

/** Nothing is taken today, and nothing can be given back. */
const freeTrial = ({ id, start_time: at, currency }: Subscription): DriverReport => ({
  type: "captured",
  captureId: id,
  paid: { amount: 0, currency },
  at,
});

/** PayPal would try a failed first payment again for days: the attempt's outcome is known at once only if the subscription ends. */
async function unpaid(
  paypal: PayPal,
  { id, status, failures, failure }: Subscription,
  transactions: number,
  call: Call & { mayCapture?: boolean },
): Promise<DriverReport[]> {
  const isOver = status === "CANCELLED" || status === "EXPIRED";
  if (failures === 0 && transactions === 0) return [{ type: isOver ? "abandoned" : "processing" }];
  if (!isOver) await unlessRefused(changeStatus(paypal, id, "cancel", "The first payment has failed", call));
  return [{ type: "declined", bucket: bucketOf(failure ?? "PAYMENT_DENIED") }];
}

/** PayPal's list has no sums of parts: those that were given back by us are known to whoever ordered it. */
export const givenBack = (status: string, { captureId, paid }: CaptureFact) =>
  status === "REFUNDED" ? [{ type: "given_back", captureId, total: paid } as const] : [];
