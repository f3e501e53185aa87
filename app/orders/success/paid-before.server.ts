import type { PaidBefore } from "~/checkout/paid-before-view.server";
import type { LocaleCode } from "~/i18n/locales";
import { providerOf } from "~/providers/providers.server";
import { orAfter } from "~/upstream/client/deadline.server";
import { invoiceOwner } from "~/upstream/contract/invoices";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";
import { paidTimeEnd } from "~/upstream/contract/values/period-end";
import { deviceOf, userAgentOf } from "~/visitor/browser/device.server";
import { ordersPaidHere, type PaidOrder, paidHereCookie, UNNUMBERED } from "~/visitor/sealed-cookies.server";
import { type Visitor, visitorOf, withoutAccount } from "~/visitor/visitor.server";
import { orderScreen } from "../order-states";
import { ordersSentHere } from "../order-token.server";
import { waysToApp } from "./ways-to-app.server";

/** The checkout does without the answer sooner than without its prices. */
const STATUS_WAIT_MS = 1_500;

/** So many orders are asked about at once. */
const MOST_ASKED = 3;

/** What this browser has bought: an order that it was told is paid, or one that it has sent and was not told of. */
type Candidate = Omit<PaidOrder, "paidAt"> & { paidAt?: number };

/**
 * The newest order of the visitor's app that this browser has paid and that is active, else the newest it was told is paid. One whose buyer
 * closed the tab at the provider is remembered from now on. Never throws UpstreamError.
 */
export async function paidBefore(request: Request, lang: LocaleCode): Promise<PaidBefore | undefined> {
  const visitor = await visitorOf(request);
  const candidates = await candidatesIn(request, visitor);
  const ofApp = candidates.filter(({ appType }) => appType === visitor.appType).slice(0, MOST_ASKED);
  const asked = await Promise.all(ofApp.map((order) => standing(order, visitor)));
  const found = asked.find(({ next }) => next !== undefined) ?? asked.find(({ order }) => order.paidAt !== undefined);
  if (found === undefined) return undefined;
  const { order, next, owner } = found;
  const device = deviceOf(userAgentOf(request));
  // In whole seconds, as a form says when it was shown.
  const { paidAt = Math.floor(Date.now() / 1_000) * 1_000, ...paid } = order;
  return {
    plan: order.plan,
    email: order.email,
    paidAt,
    next,
    app: waysToApp(lang, order.appType, { device, isInApp: true }).here,
    cookie: order.paidAt === undefined ? await paidHereCookie(request, { ...paid, owner }) : undefined,
  };
}

/** Newest first. Whoever is signed in may be somebody else than who sent an order here: they are told of what was paid only. */
async function candidatesIn(request: Request, { session, bearerFrom }: Visitor): Promise<Candidate[]> {
  const isSignedIn = session !== undefined || bearerFrom !== undefined;
  const [paid, sent] = await Promise.all([ordersPaidHere(request), isSignedIn ? [] : ordersSentHere(request)]);
  const isNew = ({ orderId }: { orderId: string }) =>
    orderId !== UNNUMBERED && !paid.some((one) => one.orderId === orderId);
  return [...sent.filter(isNew).map(({ attempt, ...order }) => order), ...paid];
}

async function standing(order: Candidate, visitor: Visitor) {
  const result = await orAfter(askPaidOrder(order, visitor), STATUS_WAIT_MS, undefined);
  const owner = order.owner ?? invoiceOwner.safeParse(result?.receipts).data;
  return { order, next: result && nextDay(result, new Date()), owner };
}

/** Asked for nobody: whoever is signed in here now may be somebody else. */
const askPaidOrder = ({ orderId, provider }: Candidate, visitor: Visitor): Promise<PurchaseResult | undefined> =>
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
