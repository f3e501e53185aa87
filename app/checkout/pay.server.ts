import { questionAbout } from "~/forms/email-suggestion.server";
import type { Offer } from "~/offers/offer";
import { type Opening, openOrder } from "~/orders/open-order.server";
import { orderOf } from "~/orders/order-of-form.server";
import type { Order } from "~/orders/order-token.server";
import { problem } from "~/problem.server";
import type { PayProvider } from "~/providers/pay-providers";
import { forgetCatalogue } from "~/upstream/catalogue.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { Again, Refusal } from "./again.server";
import { agreementOn } from "./agreed-price.server";
import type { CheckoutContext } from "./checkout-context.server";
import { loadOnSale } from "./on-sale.server";
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
  const question = questionAbout(parsed.form.email, fields);
  if (question !== undefined) return { kind: "again", again: { kind: "askedBack", question } };
  const choice = await choiceOf(parsed.form, context);
  if ("again" in choice) return { kind: "again", again: choice.again };
  const proof = await provePayer(fields, parsed.form, choice.provider, context.visitor);
  if (!proof.ok) return mistaken([{ field: "quote", mistake: proof.mistake }], proof.keepsForm);
  const order = orderOf(parsed.form, choice, choice.provider, context);
  return outcomeOf(await openOrder(order, context.visitor, proof.recasign), choice.quote, context.visitor);
}

interface Choice {
  provider: PayProvider;
  offer: Offer;
  quote: Quote;
}

/** What the form chose, where it is on sale to this visitor at the price that was shown. @throws a 404 for a plan that is gone */
async function choiceOf(form: PayForm, { visitor, planId }: CheckoutContext): Promise<Choice | { again: Again }> {
  const { offers, providers, isGated } = await loadOnSale(visitor, form.country);
  if (isGated) return refused({ field: "quote", mistake: "gated" });
  const provider = providers.find((code) => code === form.provider);
  if (provider === undefined) return refused({ field: "provider", mistake: "providerUnknown" });
  const offer = offers.find((candidate) => candidate.planId === planId);
  if (offer === undefined) throw problem(404, { about: "plan" });
  const agreement = await agreementOn(offer, form);
  return agreement.ok ? { provider, offer: agreement.offer, quote: agreement.quote } : { again: agreement.again };
}

const refused = (refusal: Refusal): { again: Again } => ({
  again: { kind: "mistaken", refusals: [refusal], keepsAttempt: true },
});

const mistaken = (refusals: Refusal[], keepsAttempt: boolean): PayOutcome => ({
  kind: "again",
  again: { kind: "mistaken", refusals, keepsAttempt },
});

function outcomeOf(opening: Opening, quote: Quote, visitor: Visitor): PayOutcome {
  switch (opening.kind) {
    case "opened":
      // Without a hand-off there is nothing to pay: the order's own page says so.
      return { kind: opening.handOff === undefined ? "follow" : "handOff", order: opening.order };
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
    case "signedOut":
      return { kind: "again", again: opening };
    case "refused":
      return mistaken([{ field: "quote", mistake: "refused" }], false);
    case "unavailable":
      return mistaken([{ field: "quote", mistake: "unavailable" }], true);
  }
}
