import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { confirmAppOrder } from "~/purchase/app-order.server";
import { followOrder } from "~/purchase/follow-order.server";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { availableProviders } from "~/purchase/provider-flows.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import { elsewhereFor } from "~/visitor/continue-elsewhere.server";
import { orWithout } from "~/visitor/geo.server";
import { languageParam } from "~/visitor/language-param.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import { statusData } from "./status-data.server";
import { StatusPage } from "./status-page";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const { searchParams } = new URL(request.url);
  const visitor = await visitorOf(request);
  const order = await readOrderToken(searchParams.get("o"));
  if (order === undefined) return showAppOrder(searchParams, lang, visitor);
  const [standing, offered] = await Promise.all([followOrder(order, visitor), offeredTo(visitor)]);
  if (standing.kind === "unknown") throw problem(404, { about: "order" });
  const status = await statusData(lang, standing, {
    check: checkCount(searchParams),
    notice: searchParams.get("notice") === "unverified" ? "unverified" : undefined,
    offered,
    isInAppBrowser: visitor.isInApp,
    requestId: visitor.requestId,
  });
  const token = await orderToken(standing.order);
  if (status.kind === "success") return redirect(paths.paysuc(lang, token), 303);
  const t = translate(lang);
  return json({
    ...status,
    kind: status.kind,
    elsewhere: elsewhereFor(paths.paystatus(lang, token), lang, visitor),
    meta: { title: t(`paystatus:${status.kind}.title`), description: t("paystatus:description") },
  });
}

export const meta = pageMeta;

export default function PayStatus() {
  return <StatusPage status={useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = ErrorScreen;

/** A purchase begun in an app gets a token as every order has one. */
async function showAppOrder(query: URLSearchParams, lang: LocaleCode, visitor: Visitor) {
  const confirmed = await confirmAppOrder(query, lang, visitor);
  if (confirmed === undefined) throw problem(404, { about: "order" });
  return redirect(paths.paystatus(lang, await orderToken(confirmed)), 303);
}

/** Asked for beside the order, so that a decline never waits for them. */
async function offeredTo(visitor: Visitor) {
  const params = await orWithout("payment methods", visitor, loadPaymentParams(visitor.caller, visitor));
  return availableProviders(params?.providers ?? []);
}

const MOST_CHECKS = 1000;

function checkCount(params: URLSearchParams): number {
  const count = Number(params.get("n") ?? 0);
  return Number.isInteger(count) && count >= 0 ? Math.min(count, MOST_CHECKS) : 0;
}
