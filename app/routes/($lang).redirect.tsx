import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorScreen } from "~/components/error-screen";
import { pageMeta } from "~/components/page-meta";
import { StatusPanel } from "~/components/status-panel";
import { useFrame } from "~/components/use-frame";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { problem } from "~/problem.server";
import { followOrder } from "~/purchase/follow-order.server";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { paymentAddress } from "~/purchase/payment-address.server";
import { languageParam } from "~/visitor/language-param.server";
import { visitorOf } from "~/visitor/visitor.server";

/** The hand-off to a provider's page. The order is asked about first, so that going back here never pays twice. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const lang = languageParam(params, request);
  const order = await readOrderToken(new URL(request.url).searchParams.get("o"));
  if (order === undefined) throw problem(404, { about: "order" });
  const visitor = await visitorOf(request);
  const standing = await followOrder(order, visitor);
  if (standing.kind === "unknown") throw problem(404, { about: "order" });
  const payAt = standing.kind === "known" && "payAt" in standing.screen ? standing.screen.payAt : undefined;
  if (payAt === undefined) return redirect(paths.paystatus(lang, await orderToken(standing.order)), 303);
  const address = paymentAddress(payAt, visitor.requestId);
  if (address === undefined) throw problem(502);
  const t = translate(lang);
  return json({
    address,
    refresh: { seconds: 0, to: address, isAlways: true },
    meta: { title: t("paystatus:handOff.title"), description: t("paystatus:description") },
  });
}

export const meta = pageMeta;

export default function HandOff() {
  const { address } = useLoaderData<typeof loader>();
  const { t } = useTranslation("paystatus");
  const { brand } = useFrame();
  return (
    <StatusPanel tone="waiting" title={t("handOff.title")}>
      <p>{t("handOff.text", { app: brand.appName })}</p>
      <p className="actions">
        <a className="button" href={address}>
          {t("handOff.continue")}
        </a>
      </p>
      <p className="hint">{t("handOff.slow")}</p>
    </StatusPanel>
  );
}

export const ErrorBoundary = ErrorScreen;
