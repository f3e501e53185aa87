import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { followOrder } from "~/purchase/follow-order.server";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { profileOf } from "~/visitor/auth.server";
import { languageParam } from "~/visitor/language-param.server";
import { visitorOf } from "~/visitor/visitor.server";
import { accessOf } from "./access.server";
import { boughtIn } from "./bought.server";
import { SuccessPage } from "./success-page";

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
