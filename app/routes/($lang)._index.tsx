import { type ActionFunctionArgs, json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translate } from "~/i18n/messages.server";
import { useLang } from "~/i18n/use-lang";
import { loadOffers } from "~/offers/load-offers.server";
import { offerViews } from "~/offers/offer-view";
import { PlanCards } from "~/offers/plan-cards";
import { chosenCountry } from "~/offers/price-country.server";
import { recordOffers } from "~/offers/record-offers.server";
import { paths } from "~/paths";
import { orUnavailable, problem } from "~/problem.server";
import { ErrorScreen } from "~/shell/error-screen";
import { useFrame } from "~/shell/page-frame";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

export const loader = watchingToken(async ({ request, params }) => {
  const lang = languageParam(params, request);
  const chosen = chosenCountry(request);
  const { headers } = chosen;
  const shown = await orUnavailable(loadOffers(await visitorOf(request), chosen.country));
  recordOffers(request, shown, chosen);
  const t = translate(lang);
  return json(
    { offers: offerViews(lang, shown.offers), meta: { title: t("home:title"), description: t("home:description") } },
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
  const { offers } = useLoaderData<typeof loader>();
  const { t } = useTranslation("home");
  const lang = useLang();
  return (
    <>
      <Hero />
      <section aria-labelledby="plans-title">
        <h2 id="plans-title">{t("plansHeading")}</h2>
        <PlanCards offers={offers} hrefOf={(planId) => paths.payment(lang, planId)} />
      </section>
      <HowItWorks />
    </>
  );
}

export const ErrorBoundary = ErrorScreen;

function Hero() {
  const { t } = useTranslation("home");
  const { brand, lang } = useFrame();
  return (
    <section className="hero">
      <div>
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead", { app: brand.appName })}</p>
        <p>
          <a className="button" href={paths.payment(lang)}>
            {t("choosePlan")}
          </a>
        </p>
      </div>
      <ul className="facts" aria-label={t("factsHeading")}>
        {brand.promises.includes("allDevices") && <li>{t("factDevices")}</li>}
        <li>{t("factCancel")}</li>
        {brand.promises.includes("helpInLanguage") && <li>{t("factHelp")}</li>}
      </ul>
    </section>
  );
}

function HowItWorks() {
  const { t } = useTranslation("home");
  const steps = ["howPick", "howPay", "howConnect"] as const;
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title">{t("howHeading")}</h2>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step}>
            <h3>{t(step)}</h3>
            <p>{t(`${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
