import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { problem } from "~/errors/errors.server";
import { translate } from "~/i18n/messages.server";
import { orderStatus } from "~/orders/order-status.server";
import { isOfOtherBrowser, orderIn, orderToken } from "~/orders/order-token.server";
import { accessOf, boughtView, ownOrderCookie, receiptKeyOf } from "~/orders/success/success.server";
import { SuccessPage } from "~/orders/success/success-page";
import { paths } from "~/paths";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language.server";
import { profileOf, watchingToken } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

export const loader = watchingToken(async ({ request, params, context }) => {
  const lang = languageParam(params, request);
  const order = await orderIn(request);
  if (order === undefined) throw problem(404, { about: "order" });
  const visitor = await visitorOf(request);
  const status = await orderStatus(order, visitor);
  if (status.kind === "unknown") throw problem(404, { about: "order" });
  const isPaid = status.kind === "known" && status.screen.kind === "success" && !isOfOtherBrowser(status.order);
  if (!isPaid) return redirect(paths.paystatus(lang, await orderToken(status.order)), 303);
  const t = translate(lang);
  const [key, profile, cookie] = await Promise.all([
    receiptKeyOf(status),
    profileOf({ request, context }),
    ownOrderCookie(request, status, visitor),
  ]);
  const asking = { visitor, key, profile, request };
  const [bought, access] = await Promise.all([boughtView(lang, status, asking), accessOf(lang, status, asking)]);
  return json(
    {
      bought,
      access,
      meta: { title: t("paysuc:heading"), description: t("paysuc:description") },
    },
    cookie === undefined ? undefined : { headers: { "Set-Cookie": cookie } },
  );
});

export const meta = pageMeta;

export default function PaySuccess() {
  const { bought, access } = useLoaderData<typeof loader>();
  return <SuccessPage bought={bought} access={access} />;
}

export const ErrorBoundary = ErrorScreen;
