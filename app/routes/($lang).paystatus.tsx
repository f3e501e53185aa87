import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { recordError } from "~/analytics/record-event.server";
import { goWithout, problem } from "~/errors/errors.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { priced, takersOf } from "~/offers/load-offers.server";
import { confirmAppPurchase } from "~/orders/app-purchase.server";
import { orderStatus } from "~/orders/order-status.server";
import { type AnyOrder, orderIn, orderToken } from "~/orders/order-token.server";
import { type StatusContext, statusData } from "~/orders/status/status.server";
import { StatusPage, wordsOf } from "~/orders/status/status-page";
import { paths, STATUS_NOTICES } from "~/paths";
import { availableProviders } from "~/providers/providers.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { loadPaymentParams, loadPlans } from "~/upstream/catalogue.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { wayToOwnBrowser } from "~/visitor/browser/open-in-browser.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { type Visitor, visitorOf, withoutAccount } from "~/visitor/visitor.server";

export const loader = watchingToken(async ({ request, params }) => {
  const lang = languageParam(params, request);
  const { searchParams } = new URL(request.url);
  const visitor = await visitorOf(request);
  const order = await orderIn(request);
  if (order === undefined) return showAppOrder(searchParams, lang, visitor);
  const [found, offered] = await Promise.all([orderStatus(order, visitor), offeredTo(visitor, order)]);
  if (found.kind === "unknown") throw problem(404, { about: "order" });
  const status = await statusData(lang, found, contextIn(searchParams, offered, visitor));
  const token = await orderToken(found.order);
  const openInBrowser = wayToOwnBrowser(paths.paystatus(lang, token), lang, visitor);
  const t = translate(lang);
  const metaOf = (words: ReturnType<typeof wordsOf>) => ({
    title: t(`paystatus:${words}.title`),
    description: t("paystatus:description"),
  });
  if (status.kind === "otherBrowser") return json({ ...status, openInBrowser, meta: metaOf(wordsOf(status)) });
  const { kind, isFree, isOther, isRefused } = status;
  if (kind === "success") return redirect(paths.paysuc(lang, token), 303);
  if (status.bucket !== undefined) recordError(request, status.bucket);
  return json({ ...status, kind, openInBrowser, meta: metaOf(wordsOf({ kind, isFree, isOther, isRefused })) });
});

export const meta = pageMeta;

export default function PayStatus() {
  return <StatusPage status={useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = ErrorScreen;

/** A purchase made in an app gets an order token too. */
async function showAppOrder(query: URLSearchParams, lang: LocaleCode, visitor: Visitor) {
  const confirmed = await confirmAppPurchase(query, lang, visitor);
  if (confirmed === undefined) throw problem(404, { about: "order" });
  return redirect(paths.paystatus(lang, await orderToken(confirmed)), 303);
}

/** The providers that can take the order's plan where its buyer is. Loaded in parallel with the order, so that a decline does not wait for them. */
async function offeredTo(visitor: Visitor, order: AnyOrder) {
  if (order.kind === "app") return [];
  const [params, plans] = await Promise.all([
    loadPaymentParams(visitor.caller, visitor).catch((error) => goWithout("payment methods", visitor, error)),
    loadPlans(withoutAccount(visitor).caller, { xFrom: visitor.channel }).catch((error) =>
      goWithout("plans", visitor, error),
    ),
  ]);
  const offers = await priced({ plans: plans ?? [], country: order.country }, withoutAccount(visitor));
  const offer = offers.find(({ planId }) => planId === order.plan);
  return takersOf(availableProviders(params?.providers ?? []), offer);
}

const contextIn = (query: URLSearchParams, offered: StatusContext["offered"], visitor: Visitor): StatusContext => ({
  check: checkCount(query),
  notice: STATUS_NOTICES.find((notice) => notice === query.get("notice")),
  offered,
  visitor,
});

const MOST_CHECKS = 1000;

function checkCount(params: URLSearchParams): number {
  const count = Number(params.get("n") ?? 0);
  return Number.isInteger(count) && count >= 0 ? Math.min(count, MOST_CHECKS) : 0;
}
