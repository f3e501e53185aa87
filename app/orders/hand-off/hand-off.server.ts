import { env } from "~/env.server";
import { goWithout } from "~/errors/errors.server";
import { separatorOf } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { log } from "~/log.server";
import { hasMonthsNotice, monthsNoticeText } from "~/offers/sale/agreement.server";
import { type LineView, lineViews } from "~/offers/sale/line-views.server";
import { nextSentences, periodWords, refundTexts } from "~/offers/sale/sale-words.server";
import { returnAddresses } from "~/orders/open-order.server";
import { isOtherThanAgreed } from "~/orders/order-agreement.server";
import { orderPrice, renewalOf } from "~/orders/order-price";
import type { OrderStatus } from "~/orders/order-status.server";
import { type OpenedOrder, saleOfOrder } from "~/orders/order-token.server";
import { knownHandOff } from "~/orders/purchase.server";
import { ADDRESS_REFUSED, countRefusedAddress } from "~/orders/purchase-log.server";
import { mayBeLeftFor } from "~/paths";
import type { Facts, HandOff, Leaving } from "~/providers/provider.server";
import { providerOf } from "~/providers/providers.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import type { FrameProvider } from "~/upstream/contract/catalogue";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { brandOf, sellingTermsOf } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { ProviderFrame } from "./provider-frame";

/** How the buyer of one order gets to the provider. Every address has passed the redirect guard. */
export interface WayToPay {
  handOff: { kind: "link"; address: string } | { kind: "form"; address: string; fields: Facts };
  /** The provider's frame, which opens in the page where scripts run. */
  frame: ProviderFrame | undefined;
}

/** An order that still has to be paid at the provider, as the payments API told of it just now. */
interface UnpaidOrder {
  order: OpenedOrder;
  result: PurchaseResult;
}

/**
 * The order, if it still has to be paid at the provider. An API that answers only with a status word cannot say that
 * nothing was paid yet: then the hand-off that came with the purchase stays usable until the word changes.
 */
export function unpaidIn(status: OrderStatus): UnpaidOrder | undefined {
  if (status.kind !== "known" || status.order.kind === "app") return undefined;
  const { order, result, screen } = status;
  const isUnclear = screen.kind === "waiting" && !result.isDetailed && order.handOff !== undefined;
  return screen.kind === "unpaid" || screen.kind === "action" || isUnclear ? { order, result } : undefined;
}

/** Paying for the order would be paying for something else than its buyer agreed to: nobody is led there. */
export const isLedToOther = (status: OrderStatus): boolean =>
  status.kind === "known" && unpaidIn(status) !== undefined && isOtherThanAgreed(status.order, status.result);

/** How to pay for an unpaid order. "nowhere": the address is no longer known; "refused": by the redirect guard. */
export async function wayToPay(unpaid: UnpaidOrder, visitor: Visitor): Promise<WayToPay | "nowhere" | "refused"> {
  const { order } = unpaid;
  const given = await currentHandOff(unpaid, visitor);
  if (given === undefined) return "nowhere";
  const address = addressToPay(order, given, visitor);
  if (address === undefined) return "refused";
  const { email, country } = order;
  const leaving = { address, email, country, addresses: await returnAddresses(order) };
  return { handOff: handOffTo(given, leaving, order), frame: await frameOf(given, leaving, order, visitor) };
}

/**
 * How the buyer gets to the provider now. A later attempt at the order has a page of its own, and the one that this order's purchase call
 * named is then dead: a link goes where the result says, if that is on the same host. A form and a frame belong to their own answer.
 */
export async function currentHandOff({ order, result }: UnpaidOrder, visitor: Visitor): Promise<HandOff | undefined> {
  const given = await knownHandOff(order, visitor);
  if (given?.kind !== "link" || given.facts !== undefined || result.redirect_url === undefined) return given;
  const address = allowedAddress(result.redirect_url);
  return address !== undefined && hostOf(address) === hostOf(allowedAddress(given.address))
    ? { ...given, address }
    : given;
}

const hostOf = (address: string | undefined) => (address === undefined ? undefined : new URL(address).host);

function handOffTo({ kind, facts = {} }: HandOff, leaving: Leaving, { provider }: OpenedOrder): WayToPay["handOff"] {
  const { address } = leaving;
  return kind === "link"
    ? { kind, address }
    : { kind, address, fields: providerOf(provider).formFields?.(facts, leaving) ?? facts };
}

/** Undefined where the frame's data is incomplete or its script's host is not allowed: the page then redirects. */
async function frameOf({ facts }: HandOff, leaving: Leaving, order: OpenedOrder, visitor: Visitor) {
  const provider = inlineProvider(order, visitor);
  if (provider === undefined || facts === undefined) return undefined;
  const params = await loadPaymentParams(visitor.caller, visitor).catch((error) =>
    goWithout("payment settings", visitor, error),
  );
  const frame = params && providerOf(provider).frameScript?.(facts, leaving, params);
  const script = frame && paymentAddress(frame.script, visitor.requestId);
  return frame && script !== undefined ? { ...frame, script, provider } : undefined;
}

const inlineProvider = ({ provider }: OpenedOrder, { isLight }: Visitor): FrameProvider | undefined =>
  isLight ? undefined : env().inlineProviders.find((code) => code === provider);

/**
 * The address of a provider's page, if buyers may be sent there: https (http on loopback in test mode), on a host of
 * REDIRECT_HOSTS, without credentials. Any other address is logged and refused: the payments API is not trusted with
 * redirects to arbitrary hosts.
 */
export function paymentAddress(text: string, requestId: string): string | undefined {
  const allowed = allowedAddress(text);
  if (allowed === undefined) log.error({ requestId, host: URL.parse(text)?.host ?? "unreadable" }, ADDRESS_REFUSED);
  return allowed;
}

/** The same for the address where an order is paid: a refusal is one purchase that fails, counted and logged once. */
export function addressToPay(order: OpenedOrder, { address }: HandOff, { requestId }: Visitor): string | undefined {
  const allowed = allowedAddress(address);
  if (allowed === undefined) countRefusedAddress(order, address, requestId);
  return allowed;
}

function allowedAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && mayBePaidAt(url) ? url.href : undefined;
}

function mayBePaidAt(url: URL): boolean {
  const { redirectHosts, isTestMode } = env();
  const isSecure = url.protocol === "https:" || isTestMode;
  return mayBeLeftFor(url) && isSecure && redirectHosts.includes(url.host);
}

/** The order beside a provider's frame; all of it is text, so that the page needs no further messages. */
export interface FrameSummary {
  heading: string;
  plan: string;
  lines: LineView[];
  /** The code of the coupon line. */
  coupon?: string;
  /** What follows, and what else was promised, in sentences. */
  notes: string[];
}

export function frameSummary(lang: LocaleCode, order: OpenedOrder, result: PurchaseResult): FrameSummary {
  const { amount, currency } = orderPrice(order, result) ?? order;
  const isAsAgreed = amount === order.amount && currency === order.currency;
  const items = isAsAgreed && order.items.length > 0 ? order.items : [{ kind: "dueToday" as const, amount }];
  return {
    heading: translate(lang)("checkout:summary"),
    plan: `${brandOf(order.appType).appName}${separatorOf(lang)}${periodWords(lang).length(order.period)}`,
    lines: lineViews(lang, items, currency),
    coupon: isAsAgreed ? order.coupon : undefined,
    notes: [...nextNotes(lang, order, result), ...refundTexts(lang, sellingTermsOf(order.appType), order.country)],
  };
}

/** What renews when; empty where nothing does, or nobody knows. */
function nextNotes(lang: LocaleCode, order: OpenedOrder, result: PurchaseResult): string[] {
  const next = renewalOf(order, result);
  if (next === undefined || next === "none" || next.period === undefined) return [];
  const kind = order.sale === "trial" ? "trial" : "subscription";
  const sentences = nextSentences(lang, kind, {
    ...next,
    period: next.period,
    today: orderPrice(order, result) ?? order,
  });
  const sale = saleOfOrder(order);
  const hasNotice = sale !== undefined && hasMonthsNotice(sale, sellingTermsOf(order.appType), order.country);
  return hasNotice ? [...sentences, monthsNoticeText(lang, sale)] : sentences;
}
