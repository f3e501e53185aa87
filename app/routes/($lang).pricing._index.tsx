import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { comparisonOf } from "~/checkout/plan-comparison";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { PlanTable } from "~/components/plan-table";
import { formatList } from "~/i18n/lists";
import { translate } from "~/i18n/messages.server";
import { orUnavailable } from "~/problem.server";
import { loadOffers } from "~/purchase/offers.server";
import { languageParam } from "~/visitor/language-param.server";
import { chosenCountry, visitorOf } from "~/visitor/visitor.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const { offers } = await orUnavailable(loadOffers(await visitorOf(request), chosenCountry(request)));
  const t = translate(lang);
  const plans = comparisonOf(lang, offers, new Date());
  const lengths = plans.map(({ period: { unit, count, n } }) => t(`pay-plan:${unit}`, { count, n }));
  const description = `${t("pay-plan:compare.description")} ${formatList(lang, lengths)}`;
  return json({ plans, meta: { title: t("pay-plan:compare.title"), description } });
}

export const meta = pageMeta;

export default function Pricing() {
  const { plans } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pay-plan");
  return (
    <>
      <div className="intro">
        <h1>{t("compare.title")}</h1>
        <p className="lead">{t("compare.lead")}</p>
      </div>
      <PlanTable plans={plans} />
      <ul className="facts">
        <li>{t("compare.devices")}</li>
        <li>{t("compare.cancel")}</li>
        <li>{t("compare.support")}</li>
      </ul>
    </>
  );
}

export const ErrorBoundary = ErrorScreen;
