import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageUnavailable } from "~/errors/errors.server";
import { formatList } from "~/i18n/lists";
import { translate } from "~/i18n/messages.server";
import { chosenCountry, loadOffers, recordOffers } from "~/offers/load-offers.server";
import { comparisonOf } from "~/offers/offer-view";
import { PlanTable } from "~/offers/plan-table";
import { productOf } from "~/offers/product.server";
import { featureTexts } from "~/offers/sale/reasons.server";
import { periodWords } from "~/offers/sale/sale-words.server";
import { ErrorScreen } from "~/shell/error-screen";
import { useFrame } from "~/shell/page-frame";
import { pageMeta } from "~/shell/page-meta";
import { latestDay, whereabouts } from "~/upstream/contract/deadlines";
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
  const plans = comparisonOf(lang, shown.offers, latestDay(Date.now(), whereabouts(shown.country)));
  const { length } = periodWords(lang);
  const lengths = shown.offers.map(({ period }) => length(period));
  const description = `${t("pricing:description")} ${formatList(lang, lengths)}`;
  const product = productOf(lang, visitor.brand, description, shown.offers);
  const features = featureTexts(lang, sellingTermsOf(visitor.appType));
  const facts = { features, cancel: t("sale:cancelAnytime") };
  return json({ plans, facts, meta: { title: t("pricing:title"), description, product } }, { headers });
});

export const meta = pageMeta;

export default function Pricing() {
  const {
    plans,
    facts: { features, cancel },
  } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pricing");
  const { promises } = useFrame().brand;
  return (
    <>
      <div className="intro">
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead")}</p>
      </div>
      <PlanTable plans={plans} />
      <ul className="facts">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
        {features.length === 0 && promises.includes("allDevices") && <li>{t("devices")}</li>}
        <li>{cancel}</li>
        {promises.includes("helpInLanguage") && <li>{t("support")}</li>}
      </ul>
    </>
  );
}

export const ErrorBoundary = ErrorScreen;
