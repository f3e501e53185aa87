import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { periodView } from "~/checkout/offer-view";
import { ErrorScreen } from "~/components/error-screen";
import { FactList } from "~/components/fact-list";
import { pageMeta } from "~/components/page-meta";
import { usePeriodText } from "~/components/period-text";
import { StatusPanel } from "~/components/status-panel";
import { useFrame } from "~/components/use-frame";
import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { formatDaysAhead } from "~/i18n/relative-time";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { followOrder } from "~/purchase/follow-order.server";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { languageParam } from "~/visitor/language-param.server";
import { visitorOf } from "~/visitor/visitor.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const order = await readOrderToken(new URL(request.url).searchParams.get("o"));
  if (order === undefined) throw problem(404, { about: "order" });
  const standing = await followOrder(order, await visitorOf(request));
  if (standing.kind === "unknown") throw problem(404, { about: "order" });
  const isPaid = standing.kind === "known" && standing.screen.kind === "success";
  if (!isPaid) return redirect(paths.paystatus(lang, await orderToken(standing.order)), 303);
  const t = translate(lang);
  const { result } = standing;
  return json({
    period: order.period && periodView(lang, order.period),
    paid: formatMoney(lang, result),
    orderId: result.order_id,
    email: order.kind === "site" ? order.email : undefined,
    until: lastDay(lang, result.vip?.remain_time),
    meta: { title: t("paysuc:title"), description: t("paysuc:description") },
  });
}

export const meta = pageMeta;

export default function PaySuccess() {
  const { email, paid, period, until, orderId } = useLoaderData<typeof loader>();
  const { t } = useTranslation("paysuc");
  const { brand } = useFrame();
  const { length } = usePeriodText();
  const facts = [
    { label: t("planLabel"), text: period && length(period) },
    { label: t("paidLabel"), text: paid },
    { label: t("untilLabel"), text: until },
    { label: t("orderLabel"), text: orderId },
  ];
  return (
    <StatusPanel tone="success" title={t("heading")}>
      <p>{t("text", { app: brand.appName })}</p>
      {email !== undefined && <p>{t("receiptTo", { email })}</p>}
      <FactList facts={facts} />
      <p className="hint">{t("keepLink")}</p>
    </StatusPanel>
  );
}

export const ErrorBoundary = ErrorScreen;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day a plan runs out and how far ahead that is, from the seconds that remain of it. */
function lastDay(lang: LocaleCode, remainSeconds: number | undefined): string | undefined {
  if (!remainSeconds) return undefined;
  const remainMs = remainSeconds * 1000;
  return `${formatDay(lang, new Date(Date.now() + remainMs))} · ${formatDaysAhead(lang, Math.round(remainMs / DAY_MS))}`;
}
