import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { translate } from "~/i18n/messages.server";
import { followOrder } from "~/orders/follow-order.server";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { accessOf } from "~/orders/success/access.server";
import { boughtIn } from "~/orders/success/bought.server";
import { SuccessPage } from "~/orders/success/success-page";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { languageParam } from "~/visitor/arrival/language-param.server";
import { profileOf } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const order = await readOrderToken(new URL(request.url).searchParams.get("o"));
  if (order === undefined) throw problem(404, { about: "order" });
  const visitor = await visitorOf(request);
  const standing = await followOrder(order, visitor);
  if (standing.kind === "unknown") throw problem(404, { about: "order" });
  const isPaid = standing.kind === "known" && standing.screen.kind === "success";
  if (!isPaid) return redirect(paths.paystatus(lang, await orderToken(standing.order)), 303);
  const t = translate(lang);
  return json({
    bought: await boughtIn(lang, standing, visitor),
    access: await accessOf(lang, standing, { visitor, profile: await profileOf({ request, context }), request }),
    meta: { title: t("paysuc:title"), description: t("paysuc:description") },
  });
}

export const meta = pageMeta;

export default function PaySuccess() {
  const { bought, access } = useLoaderData<typeof loader>();
  return <SuccessPage bought={bought} access={access} />;
}

export const ErrorBoundary = ErrorScreen;
