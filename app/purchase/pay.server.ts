import { lineItems } from "~/checkout/line-items";
import type { Offer } from "~/checkout/offer";
import type { LocaleCode } from "~/i18n/locales";
import { formatMoney, type Money } from "~/i18n/money";
import { orUnavailable, problem } from "~/problem.server";
import { forgetCatalogue, loadPaymentParams } from "~/upstream/catalogue.server";
import type { Visitor } from "~/visitor/visitor.server";
import { loadOffers } from "./offers.server";
import { type Opening, openOrder } from "./open-order.server";
import type { Order } from "./order-token.server";
import { type Mistake, type PayField, type PayForm, parsePayForm } from "./pay-form.server";
import { availableProviders } from "./provider-flows.server";
import { type Quote, readQuote } from "./quote.server";

/** A form that has to be shown again: which field, and what is wrong with it. */
export interface Refusal {
  field: PayField;
  mistake: Mistake;
  /** For a changed price. */
  words?: { before: string; now: string };
}

export type PayOutcome =
  | { kind: "handOff"; order: Order }
  | { kind: "follow"; order: Order }
  /** `keepsAttempt`: sending the form again is the same purchase, because this one may have been received. */
  | { kind: "again"; refusals: Refusal[]; keepsAttempt: boolean };

export interface PayContext {
  planId: string;
  lang: LocaleCode;
  visitor: Visitor;
  /** The order this is a further attempt at. */
  earlier: Order | undefined;
}

/** Pays for a plan as far as the site does: checks the form against the offer it was made from and opens the order. */
export async function pay(fields: Record<string, string>, context: PayContext): Promise<PayOutcome> {
  const parsed = parsePayForm(fields);
  if (!parsed.ok) return again(parsed.mistakes, true);
  const { form } = parsed;
  const { visitor, planId } = context;
  const [{ offers }, { providers }] = await orUnavailable(
    Promise.all([loadOffers(visitor, form.country), loadPaymentParams(visitor.caller, visitor)]),
  );
  const provider = availableProviders(providers).find((code) => code === form.provider);
  if (provider === undefined) return again([{ field: "provider", mistake: "providerUnknown" }], true);
  const offer = offers.find((candidate) => candidate.planId === planId);
  if (offer === undefined) throw problem(404, { about: "plan" });
  const quote = await readQuote(form.quote, planId);
  const refusal = refusalOfQuote(quote, offer, form, context.lang);
  if (quote === undefined || refusal !== undefined) return again([refusal ?? UNREADABLE], false);
  const opening = await openOrder(orderOf(form, quote, offer, provider, context), visitor);
  return opening.kind === "priceChanged" ? afterPriceChange(quote, opening.price, context) : outcomeOf(opening);
}

const UNREADABLE: Refusal = { field: "quote", mistake: "priceUnreadable" };

const again = (refusals: Refusal[], keepsAttempt: boolean): PayOutcome => ({ kind: "again", refusals, keepsAttempt });

/** The buyer pays what they were shown, or sees the old and the new price first. */
function refusalOfQuote(quote: Quote | undefined, offer: Offer, form: PayForm, lang: LocaleCode): Refusal | undefined {
  if (quote === undefined || quote.country !== form.country) return UNREADABLE;
  const now = { amount: offer.dueToday, currency: offer.amounts.currency };
  if (quote.amount === now.amount && quote.currency === now.currency) return undefined;
  return priceChanged(quote, now, lang);
}

const priceChanged = (before: Money, now: Money, lang: LocaleCode): Refusal => ({
  field: "quote",
  mistake: "priceChanged",
  words: { before: formatMoney(lang, before), now: formatMoney(lang, now) },
});

/** The payments API knows a newer price than our caches do: without them the form that follows is made from that one. */
function afterPriceChange(quote: Quote, price: Money | undefined, { lang, visitor }: PayContext): PayOutcome {
  forgetCatalogue(visitor.appType);
  return again([price === undefined ? UNREADABLE : priceChanged(quote, price, lang)], false);
}

function orderOf(
  form: PayForm,
  quote: Quote,
  offer: Offer,
  provider: Order["provider"],
  { lang, visitor, earlier }: PayContext,
): Order {
  return {
    kind: "site",
    ...goingOnWith(earlier, quote.plan),
    provider,
    attempt: form.attempt,
    plan: quote.plan,
    product: offer.productId,
    period: offer.period,
    items: lineItems(offer),
    email: form.email,
    country: quote.country,
    amount: quote.amount,
    currency: quote.currency,
    lang,
    appType: visitor.appType,
    userId: visitor.session?.user_id,
    cps: visitor.cps,
    channel: visitor.channel,
    issuedAt: quote.issuedAt,
  };
}

/** A further attempt at an order that somebody else began does not make it the buyer's own. */
function goingOnWith(earlier: Order | undefined, plan: string): Pick<Order, "further" | "isFollower"> {
  if (earlier?.orderId === undefined || earlier.plan !== plan) return {};
  return { further: earlier.orderId, isFollower: earlier.isFollower };
}

function outcomeOf(opening: Exclude<Opening, { kind: "priceChanged" }>): PayOutcome {
  switch (opening.kind) {
    case "opened":
      // Without a hand-off there is nothing to pay: the order's own page says so.
      return { kind: opening.handOff === undefined ? "follow" : "handOff", order: opening.order };
    case "existing":
    case "waiting":
      return { kind: "follow", order: opening.order };
    case "detailsChanged":
      return again([{ field: "quote", mistake: "detailsChanged" }], false);
    case "emailRefused":
      return again([{ field: "email", mistake: "emailInvalid" }], false);
    case "refused":
      return again([{ field: "quote", mistake: "refused" }], false);
    case "unavailable":
      return again([{ field: "quote", mistake: "unavailable" }], true);
  }
}
