import { type ActionFunctionArgs, json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageUnavailable, problem } from "~/errors/errors.server";
import { Hero } from "~/home/hero";
import { homeFacts } from "~/home/home-facts.server";
import { HowItWorks, WhatItDoes } from "~/home/reasons";
import { translate } from "~/i18n/messages.server";
import { useLang } from "~/i18n/use-lang";
import { chosenCountry, loadOffers, recordOffers } from "~/offers/load-offers.server";
import { offerViews } from "~/offers/offer-view";
import { PlanCards } from "~/offers/plan-cards";
import { productOf } from "~/offers/product.server";
import { Questions } from "~/offers/sale/questions";
import { questionsOf } from "~/offers/sale/reasons.server";
import { paths } from "~/paths";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language.server";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

export const loader = watchingToken(async ({ request, params }) => {
  const lang = languageParam(params, request);
  const chosen = chosenCountry(request);
  const { headers } = chosen;
  const visitor = await visitorOf(request);
  const shown = await loadOffers(visitor, chosen.country).catch(pageUnavailable);
  recordOffers(request, shown, chosen);
  const t = translate(lang);
  const description = t("home:description");
  return json(
    {
      offers: offerViews(lang, shown.offers),
      facts: homeFacts(lang, visitor, shown.country),
      questions: questionsOf(lang, sellingTermsOf(visitor.appType), visitor.brand.supportEmail, shown.country),
      meta: {
        title: t("home:title"),
        description,
        product: productOf(lang, visitor.brand, description, shown.offers),
      },
    },
    { headers },
  );
});

/** The home page takes no forms; a POST to an unknown language is a 404. */
export function action({ request, params }: ActionFunctionArgs) {
  languageParam(params, request);
  throw problem(405, {}, { Allow: "GET, HEAD" });
}

export const meta = pageMeta;

export default function Home() {
  const { offers, facts, questions } = useLoaderData<typeof loader>();
  const { t } = useTranslation("home");
  const lang = useLang();
  return (
    <>
      <Hero facts={facts} />
      <section aria-labelledby="plans-title">
        <h2 id="plans-title">{t("plansHeading")}</h2>
        <PlanCards offers={offers} hrefOf={(planId) => paths.payment(lang, planId)} />
      </section>
      <WhatItDoes />
      <HowItWorks />
      <Questions {...questions} />
    </>
  );
}

export const ErrorBoundary = ErrorScreen;
