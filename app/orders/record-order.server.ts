import type { EventDraft } from "~/analytics/event-call.server";
import { queueEvent } from "~/analytics/event-queue.server";
import { onceFor, recordEvent, recordView } from "~/analytics/record-event.server";
import { countryName } from "~/i18n/country-names";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { brandOf } from "~/visitor/brand/brands.server";
import { orderPrice } from "./order-price";
import { type AppOrder, isOfOtherBrowser, type OpenedOrder, type Order } from "./order-token.server";

/** Only a form whose scripts ran says a time zone. */
const scriptsIn = ({ time_zone }: { time_zone?: string }): "on" | "off" => (time_zone === undefined ? "off" : "on");

/** Tells that a buyer goes to the provider, or comes back from there, in the order's language; each once for a form. */
export function recordStep(request: Request, name: "pay_handoff" | "pay_return", order: Order): void {
  const { plan, provider, attempt, lang: language } = order;
  const scripts = scriptsIn(order);
  const isWithoutPage = name === "pay_return";
  const details = { id: onceFor(name, attempt), order, language, scripts, isWithoutPage };
  recordEvent(request, name, { plan_id: plan, provider }, details);
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

function paidDraft(order: AppOrder | OpenedOrder, result: PurchaseResult): EventDraft {
  const { provider, lang, appType, plan = result.plan_id } = order;
  const orderId = result.order_id ?? order.orderId;
  const bought = order.kind === "site" ? order : undefined;
  const { front_id: frontId = "", cps, channel, campaign, country, link } = bought ?? {};
  const affiliate = cps?.type;
  const params = { order_id: orderId, provider, plan_id: plan, ...orderPrice(order, result), affiliate };
  return {
    id: onceFor("pay_result", `${appType} ${orderId}`),
    name: "pay_result",
    params,
    at: Date.now(),
    frontId,
    userId: (link === undefined ? bought?.userId : undefined) ?? frontId,
    userProperties: { ...campaign, channel, affiliate, scripts: bought && scriptsIn(bought) },
    language: lang,
    userAgent: null,
    appType,
    appName: brandOf(appType).appName,
    address: undefined,
    place:
      country === undefined
        ? undefined
        : { ip: "", country: countryName(DEFAULT_LOCALE, country), country_code: country },
  };
}
