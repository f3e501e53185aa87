import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { problem } from "~/errors/errors.server";
import { translate } from "~/i18n/messages.server";
import { frameSummary, isLedToOther, unpaidIn, type WayToPay, wayToPay } from "~/orders/hand-off/hand-off.server";
import { HandOffPage } from "~/orders/hand-off/hand-off-page";
import { orderStatus } from "~/orders/order-status.server";
import { orderIn, orderToken } from "~/orders/order-token.server";
import { countStep } from "~/orders/purchase-log.server";
import { recordHandOffView, recordStep } from "~/orders/record-order.server";
import { paths } from "~/paths";
import { allowing } from "~/security/security-headers.server";
import { ErrorScreen } from "~/shell/error-screen";
import { pageMeta } from "~/shell/page-meta";
import { refuseUnknownPage } from "~/visitor/arrival/app-link.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { watchingToken } from "~/visitor/identity/auth.server";
import { visitorOf } from "~/visitor/visitor.server";

/** The hand-off to a provider's page. The order is asked about first, so that going back here never pays twice. */
export const loader = watchingToken(async ({ request, params }) => {
  const lang = languageParam(params, request);
  refuseUnknownPage(request);
  const order = await orderIn(request);
  if (order === undefined) throw problem(404, { about: "order" });
  const visitor = await visitorOf(request);
  const status = await orderStatus(order, visitor);
  if (status.kind === "unknown") throw problem(404, { about: "order" });
  const unpaid = isLedToOther(status) ? undefined : unpaidIn(status);
  const leaving = unpaid === undefined ? "nowhere" : await wayToPay(unpaid, visitor);
  if (leaving === "nowhere") return redirect(paths.paystatus(lang, await orderToken(status.order)), 303);
  if (leaving === "refused")
    return redirect(paths.paystatus(lang, await orderToken(status.order), { notice: "noWay" }), 303);
  if (unpaid !== undefined) {
    countStep(unpaid.order, "handed_off");
    recordStep(request, "pay_handoff", unpaid.order);
    recordHandOffView(request, unpaid.order);
  }
  const isInFrame = unpaid !== undefined && leaving.frame !== undefined;
  const summary = isInFrame ? frameSummary(lang, unpaid.order, unpaid.result) : undefined;
  const t = translate(lang);
  const meta = { title: t("paystatus:handOff.title"), description: t("paystatus:description") };
  return json({ leaving, summary, refresh: refreshOf(leaving), meta }, { headers: allowing(providerSources(leaving)) });
});

export const meta = pageMeta;

export default function HandOffRoute() {
  const { leaving, summary } = useLoaderData<typeof loader>();
  return <HandOffPage leaving={leaving} summary={summary} />;
}

export const ErrorBoundary = ErrorScreen;

/** Links are followed by a page refresh; where a frame opens instead, only without scripts. */
const refreshOf = ({ handOff, frame }: WayToPay) =>
  handOff.kind === "link" ? { seconds: 0, to: handOff.address, isAlways: frame === undefined } : undefined;

const originOf = (address: string) => new URL(address).origin;

/** The Content-Security-Policy sources of this page: the provider's hosts. */
function providerSources({ handOff, frame }: WayToPay) {
  const pages = [originOf(handOff.address)];
  const form = handOff.kind === "form" ? pages : undefined;
  if (frame === undefined) return { form };
  const script = [originOf(frame.script)];
  const both = [...new Set([...script, ...pages])];
  return { form, script, frame: both, connect: both };
}
