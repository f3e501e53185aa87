import type { EventDraft } from "~/analytics/event-call.server";
import { queueEvent } from "~/analytics/event-queue.server";
import { onceFor, recordEvent, recordView } from "~/analytics/record-event.server";
import type { CheckedForm } from "~/checkout/check-form.server";
import { env } from "~/env.server";
import { countryName } from "~/i18n/country-names";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { log } from "~/log.server";
import { paths } from "~/paths";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { call } from "~/upstream/client/client.server";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { resumeLink } from "~/upstream/contract/subscriptions";
import { brandOf } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";
import { callerFor } from "./open-order.server";
import { orderPrice } from "./order-price";
import { type AppOrder, isOfOtherBrowser, type OpenedOrder, type Order, orderToken } from "./order-token.server";

/** Only a form whose scripts ran says a time zone. */
const scriptsIn = ({ time_zone }: { time_zone?: string }): "on" | "off" => (time_zone === undefined ? "off" : "on");

/** Records that a checked form goes to the payments API, once for each form. */
export function recordPayment(request: Request, { form, provider, quote }: CheckedForm): void {
  const { plan, amount, currency } = quote;
  const id = onceFor("pay_submit", form.attempt);
  const { front_id: frontId } = form;
  const scripts = scriptsIn(form);
  recordEvent(request, "pay_submit", { plan_id: plan, provider, amount, currency }, { id, frontId, scripts });
}

/** Tells that a buyer goes to the provider, or comes back from there, in the order's language; each once for a form. */
export function recordStep(request: Request, name: "pay_handoff" | "pay_return", order: Order): void {
  const { plan, provider, attempt, lang: language } = order;
  const scripts = scriptsIn(order);
  recordEvent(request, name, { plan_id: plan, provider }, { id: onceFor(name, attempt), order, language, scripts });
}

/** Tells that the hand-off page is looked at: it leaves by itself before its scripts could say so. */
export const recordHandOffView = (request: Request, order: Order): void =>
  recordView(request, { scripts: scriptsIn(order), order });

/**
 * Tells that an order is paid, once, from the order token and the payments API's result alone. Not for another browser's order: anybody
 * can see one, and the buyer's own page or the watch tells it.
 */
export function recordPaid(order: AppOrder | OpenedOrder, result: PurchaseResult): void {
  if (isOfOtherBrowser(order)) return;
  const draft = paidDraft(order, result);
  queueEvent(async () => draft);
}

const NO_DEVICE = { os_name: "", os_version: "", isIos: false, isAndroid: false };

function paidDraft(order: AppOrder | OpenedOrder, result: PurchaseResult): EventDraft {
  const { provider, lang, appType, plan = result.plan_id } = order;
  const orderId = result.order_id ?? order.orderId;
  const bought = order.kind === "site" ? order : undefined;
  const { front_id: frontId = "", cps, channel, country, link } = bought ?? {};
  const affiliate = cps?.type;
  const params = { order_id: orderId, provider, plan_id: plan, ...orderPrice(order, result), affiliate };
  return {
    id: onceFor("pay_result", `${appType} ${orderId}`),
    name: "pay_result",
    params: new Map(Object.entries(params)),
    at: Date.now(),
    frontId,
    userId: (link === undefined ? bought?.userId : undefined) ?? frontId,
    userProperties: { channel, affiliate, scripts: bought && scriptsIn(bought) },
    language: lang,
    device: NO_DEVICE,
    appType,
    appName: brandOf(appType).appName,
    address: undefined,
    place:
      country === undefined
        ? undefined
        : { ip: "", country: countryName(DEFAULT_LOCALE, country), country_code: country },
  };
}

/**
 * Tells a payments API that has the call where a buyer who has not paid can go on, for a mail that brings them back. Nobody waits for it,
 * and where it fails there is no such mail. Not for another browser's order, which its visitor may not pay, nor where nothing is to be paid.
 */
export function recordResumeLink(order: OpenedOrder, visitor: Visitor): void {
  if (isOfOtherBrowser(order) || order.handOff === undefined) return;
  sendResumeLink(order, visitor).catch((err) => {
    log.warn({ requestId: visitor.requestId, err }, "the way back to an order was not told");
  });
}

async function sendResumeLink(order: OpenedOrder, visitor: Visitor): Promise<void> {
  const { bearer, signal, onTokenRefused, ...caller } = callerFor(order, visitor);
  if (!(await hasOptionalCall("resume_link", caller, visitor))) return;
  const { orderId: order_id, email, lang: language } = order;
  const url = new URL(paths.paystatus(language, await orderToken(order)), env().publicOrigin).href;
  await call(resumeLink, { body: { order_id, email, url, language } }, caller, { circuit: "optional" });
}
