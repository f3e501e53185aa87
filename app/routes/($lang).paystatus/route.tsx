import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { followOrder } from "~/purchase/follow-order.server";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { languageParam } from "~/visitor/language-param.server";
import { visitorOf } from "~/visitor/visitor.server";
import { statusData } from "./status-data.server";
import { StatusPage } from "./status-page";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const { searchParams } = new URL(request.url);
  const order = await readOrderToken(searchParams.get("o"));
  if (order === undefined) throw problem(404, { about: "order" });
  const visitor = await visitorOf(request);
  const standing = await followOrder(order, visitor);
  if (standing.kind === "unknown") throw problem(404, { about: "order" });
  const status = await statusData(lang, standing, checkCount(searchParams), visitor.requestId);
  if (status.kind === "success") return redirect(paths.paysuc(lang, await orderToken(standing.order)), 303);
  const t = translate(lang);
  return json({
    ...status,
    kind: status.kind,
    meta: { title: t(`paystatus:${status.kind}.title`), description: t("paystatus:description") },
  });
}

export const meta = pageMeta;

export default function PayStatus() {
  return <StatusPage status={useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = ErrorScreen;

const MOST_CHECKS = 1000;

function checkCount(params: URLSearchParams): number {
  const count = Number(params.get("n") ?? 0);
  return Number.isInteger(count) && count >= 0 ? Math.min(count, MOST_CHECKS) : 0;
}
