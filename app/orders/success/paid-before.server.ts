import type { PaidBefore } from "~/checkout/paid-before-view.server";
import type { LocaleCode } from "~/i18n/locales";
import { providerOf } from "~/providers/providers.server";
import { orAfter } from "~/upstream/client/deadline.server";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";
import { paidTimeEnd } from "~/upstream/contract/values/period-end";
import { deviceOf, userAgentOf } from "~/visitor/browser/device.server";
import { ordersPaidHere, type PaidOrder } from "~/visitor/paid-here.server";
import { type Visitor, visitorOf, withoutAccount } from "~/visitor/visitor.server";
import { orderScreen } from "../order-states";
import { waysToApp } from "./ways-to-app.server";

/** The checkout does without the answer sooner than without its prices. */
const PATIENCE_MS = 1_500;

/** The last order that this browser has paid for the visitor's app, and how it stands. Never throws UpstreamError. */
export async function paidBefore(request: Request, lang: LocaleCode): Promise<PaidBefore | undefined> {
  const visitor = await visitorOf(request);
  const paid = (await ordersPaidHere(request)).find(({ appType }) => appType === visitor.appType);
  if (paid === undefined) return undefined;
  const { plan, email, paidAt } = paid;
  const result = await orAfter(ask(paid, visitor), PATIENCE_MS, undefined);
  const next = result && nextDay(result, new Date());
  const device = deviceOf(userAgentOf(request));
  return { plan, email, paidAt, next, app: waysToApp(lang, paid.appType, { device, isInApp: true }).here };
}

/** Asked for nobody: whoever is signed in here now may be somebody else. */
const ask = ({ orderId, provider }: PaidOrder, visitor: Visitor): Promise<PurchaseResult | undefined> =>
  providerOf(provider)
    .ask(orderId, { ...withoutAccount(visitor).caller, circuit: "optional" })
    .catch(() => undefined);

/** When a plan that is active goes on or ends; undefined where it is over, was paid back, or nobody knows. */
function nextDay(result: PurchaseResult, now: Date): PaidBefore["next"] {
  if (orderScreen(result).kind !== "success") return undefined;
  const { renewal, vip } = result;
  const next =
    renewal === undefined
      ? ({ kind: "ends", on: paidTimeEnd(vip?.remain_time ?? 0, undefined, now) } as const)
      : ({ kind: "renews", on: new Date(renewal.on) } as const);
  return next.on > now ? next : undefined;
}
