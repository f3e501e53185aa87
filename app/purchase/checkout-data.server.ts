import { bestValue, type Offer } from "~/checkout/offer";
import { offerViews } from "~/checkout/offer-view";
import { countryChoices } from "~/checkout/price-country";
import { type SummaryView, summaryView } from "~/checkout/summary-view";
import { countryName } from "~/i18n/country-names";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { orUnavailable } from "~/problem.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import type { Visitor } from "~/visitor/visitor.server";
import { loadOffers, type Offers } from "./offers.server";
import type { Order } from "./order-token.server";
import { availableProviders } from "./provider-flows.server";
import { quoteOf, sealQuote } from "./quote.server";

interface Asked {
  planId: string | undefined;
  chosenCountry: string | undefined;
  /** The order this is a further attempt at, with its token. */
  earlier: { order: Order; token: string } | undefined;
}

/** What the checkout shows: the plans, and, unless the plan asked for is unknown, the form for the one that is chosen. */
export async function loadCheckout(lang: LocaleCode, visitor: Visitor, asked: Asked) {
  const [found, { providers }] = await orUnavailable(
    Promise.all([
      loadOffers(visitor, asked.chosenCountry ?? asked.earlier?.order.country),
      loadPaymentParams(visitor.caller, visitor),
    ]),
  );
  const chosen =
    asked.planId === undefined ? bestValue(found.offers) : found.offers.find(({ planId }) => planId === asked.planId);
  return {
    offers: offerViews(lang, found.offers),
    country: found.country,
    countries: countriesOf(lang, found),
    form: chosen && {
      ...(await formFor(lang, chosen, found.country)),
      providers: availableProviders(providers),
      ...prefill(asked),
    },
  };
}

const countriesOf = (lang: LocaleCode, { country, detectedCountry }: Offers) =>
  countryChoices(country, detectedCountry).map((code) => ({ code, name: countryName(lang, code) }));

/** The attempt is the idempotency key: minted with the form, so that sending this form twice is one purchase. */
async function formFor(lang: LocaleCode, offer: Offer, country: string) {
  const now = new Date();
  return {
    planId: offer.planId,
    summary: summaryView(lang, offer, now),
    attempt: crypto.randomUUID(),
    quote: await sealQuote(quoteOf(offer, country, now)),
  };
}

const prefill = ({ earlier }: Asked) => ({
  email: earlier?.order.email ?? "",
  provider: earlier?.order.provider,
  order: earlier?.token,
});

/** Title and description of a checkout, by the plan where one was asked for. */
export function checkoutMeta(lang: LocaleCode, planId: string | undefined, summary: SummaryView | undefined) {
  const t = translate(lang);
  const description = t("payment:description");
  if (summary === undefined) return { title: t("global:errorPage.planNotFoundTitle"), description };
  if (planId === undefined) return { title: t("payment:title"), description };
  const { unit, count, n } = summary.period;
  return { title: t("payment:titleWithPlan", { period: t(`pay-plan:${unit}`, { count, n }) }), description };
}
