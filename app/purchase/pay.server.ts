import { lineItems } from "~/checkout/line-items";
import type { Offer } from "~/checkout/offer";
import { problem } from "~/problem.server";
import { forgetCatalogue } from "~/upstream/catalogue.server";
import { questionAbout } from "~/visitor/email-suggestion.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { Again, Refusal } from "./again.server";
import { agreementOn } from "./agreed-price.server";
import type { CheckoutContext } from "./checkout-context.server";
import { loadOnSale } from "./on-sale.server";
import { type Opening, openOrder } from "./open-order.server";
import type { Order } from "./order-token.server";
import { type PayForm, parsePayForm } from "./pay-form.server";
import { provePayer } from "./pay-guard.server";
import type { Quote } from "./quote.server";

export type PayOutcome =
  | { kind: "handOff"; order: Order }
  | { kind: "follow"; order: Order }
  /** The form has to be shown again. */
  | { kind: "again"; again: Again };

/** Pays for a plan as far as the site does: checks the form against the offer it was made from and opens the order. */
export async function pay(fields: Record<string, string>, context: CheckoutContext): Promise<PayOutcome> {
  const parsed = parsePayForm(fields);
  if (!parsed.ok) return mistaken(parsed.mistakes, true);
  const { form } = parsed;
  const { visitor, planId } = context;
  const question = questionAbout(form.email, fields);
  if (question !== undefined) return { kind: "again", again: { kind: "askedBack", question } };
  const { offers, providers, isGated } = await loadOnSale(visitor, form.country);
  if (isGated) return mistaken([{ field: "quote", mistake: "gated" }], true);
  const provider = providers.find((code) => code === form.provider);
  if (provider === undefined) return mistaken([{ field: "provider", mistake: "providerUnknown" }], true);
  const offer = offers.find((candidate) => candidate.planId === planId);
  if (offer === undefined) throw problem(404, { about: "plan" });
  const agreement = await agreementOn(offer, form);
  if (!agreement.ok) return { kind: "again", again: agreement.again };
  const proof = await provePayer(fields, form, provider, visitor);
  if (!proof.ok) return mistaken([{ field: "quote", mistake: proof.mistake }], proof.keepsForm);
  const opening = await openOrder(orderOf(form, agreement, provider, context), visitor, proof.recasign);
  return outcomeOf(opening, agreement.quote, visitor);
}

const mistaken = (refusals: Refusal[], keepsAttempt: boolean): PayOutcome => ({
  kind: "again",
  again: { kind: "mistaken", refusals, keepsAttempt },
});

function orderOf(
  form: PayForm,
  { offer, quote }: { offer: Offer; quote: Quote },
  provider: Order["provider"],
  { lang, visitor, earlier }: CheckoutContext,
): Order {
  return {
    kind: "site",
    ...goingOnWith(earlier?.order, quote.plan),
    provider,
    attempt: form.attempt,
    plan: quote.plan,
    product: offer.productId,
    period: offer.period,
    items: lineItems(offer),
    email: form.email,
    country: form.country,
    coupon: quote.coupon?.id,
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

/** Paying on for an order that somebody else began does not make it the buyer's own. */
function goingOnWith(earlier: Order | undefined, plan: string): Pick<Order, "further" | "isFollower"> {
  if (earlier?.orderId === undefined || earlier.plan !== plan) return {};
  return { further: earlier.orderId, isFollower: earlier.isFollower };
}

function outcomeOf(opening: Opening, quote: Quote, visitor: Visitor): PayOutcome {
  switch (opening.kind) {
    case "opened":
      return { kind: "handOff", order: opening.order };
    case "existing":
    case "waiting":
      return { kind: "follow", order: opening.order };
    case "priceChanged":
      // The payments API knows a newer price than our caches do: without them the form that follows is made from that one.
      forgetCatalogue(visitor.appType);
      return { kind: "again", again: { kind: "repriced", before: quote } };
    case "couponRefused":
      return { kind: "again", again: { kind: "repriced", before: quote, couponRefused: opening.reason } };
    case "detailsChanged":
      return mistaken([{ field: "quote", mistake: "detailsChanged" }], false);
    case "emailRefused":
      return mistaken([{ field: "email", mistake: "emailInvalid" }], false);
    case "proofRefused":
      return mistaken([{ field: "provider", mistake: "tokenRefused" }], false);
    case "refused":
      return mistaken([{ field: "quote", mistake: "refused" }], false);
    case "unavailable":
      return mistaken([{ field: "quote", mistake: "unavailable" }], true);
  }
}
