import { z } from "zod";
import { continuedFields } from "~/checkout/form-fields.server";
import { isLocaleCode } from "~/i18n/locales";
import type { LineItem } from "~/offers/offer";
import { type AgreedSale, SALE_KINDS } from "~/offers/sale/sale-kind";
import type { HandOff } from "~/providers/provider.server";
import { seal, unseal } from "~/sealing.server";
import { PROVIDERS, taxName, taxRate } from "~/upstream/contract/catalogue";
import { APP_PROVIDERS, APP_PURCHASE_PARAMS } from "~/upstream/contract/purchase-calls";
import { affiliatePayload } from "~/upstream/contract/purchase-result";
import { sign, signedTime } from "~/upstream/contract/signed-link";
import { storeToken } from "~/upstream/contract/store-tokens";
import { amount, currencyCode, idempotencyKey, identifier } from "~/upstream/contract/values/scalars";
import { CAMPAIGN_PARAMS } from "~/visitor/attribution/attribution";
import { openedBy, type sentOrder, sentOrdersCookie, UNNUMBERED } from "~/visitor/sealed-cookies.server";
import { fitsAddress } from "~/visitor/store-token.server";

/** A plan's length, for describing what was bought. */
const period = z.object({ unit: z.enum(["day", "week", "month", "year"]), count: z.number().int().positive() });

const money = z.number().finite();
const lineItem = z.union([
  z.object({ kind: z.enum(["plan", "discount", "deduction", "coupon", "dueToday"]), amount: money }),
  z.object({ kind: z.literal("trial"), amount: money, period }),
  z.object({ kind: z.literal("tax"), amount: money, name: taxName.optional(), rate: taxRate.optional() }),
]) satisfies z.ZodType<LineItem>;

const handOff = z.object({
  kind: z.enum(["link", "form"]),
  address: z.string().max(1024),
  facts: z
    .record(z.string().max(64), z.string().max(512))
    .refine((facts) => JSON.stringify(facts).length <= 1024)
    .optional(),
}) satisfies z.ZodType<HandOff>;

const everyOrder = {
  plan: identifier,
  amount,
  currency: currencyCode,
  lang: z.string().refine(isLocaleCode),
  appType: z.number().int(),
};

/**
 * All that is needed to find an order, or to repeat its purchase call without making a second order: the token brings
 * the buyer back from the provider in any browser, without cookies. `orderId` is missing until the API has answered.
 */
const siteOrder = z.object({
  ...everyOrder,
  ...continuedFields.shape,
  kind: z.literal("site"),
  orderId: identifier.optional(),
  /** The open order that this attempt tries to pay again. */
  retryOf: identifier.optional(),
  /**
   * Another browser's order for the same e-mail and plan, which the payments API or an address named. This visitor may see how it stands and
   * nothing of what it is, because anybody can type an e-mail address.
   * It has its name in tokens that are in mails and bookmarks; isOfOtherBrowser reads it.
   */
  isFollower: z.literal(true).optional(),
  /** Of such an order: until when it can be paid, in milliseconds since 1970, and whether its buyer was mailed the way to go on. */
  live: z.object({ until: z.number().int().optional(), isLinkSent: z.boolean().optional() }).optional(),
  provider: z.enum(PROVIDERS),
  /** How the buyer gets to the provider, from the purchase call's answer; left out where too long for an address. */
  handOff: handOff.optional().catch(undefined),
  /** The bot check's token was used and is valid for one call only, so the purchase call cannot be repeated. */
  isTokenSpent: z.literal(true).optional(),
  attempt: idempotencyKey,
  product: identifier,
  period,
  coupon: z.string().max(64).optional(),
  /**
   * How it was sold, the day on which the first period ends, and what is paid then, as they were told at the sale. Without
   * `sale` they are not known; without an amount nothing renews.
   */
  sale: z.enum(SALE_KINDS).optional(),
  next: z.object({ on: z.iso.date(), amount: amount.optional() }).optional(),
  /** The version of the terms that were agreed to. */
  terms: z.string().max(32).optional(),
  /** The SHA-256 of what stood at the button. */
  textHash: z.string().max(64).optional(),
  /** The lines that add up to `amount`, as they were shown. */
  items: z.array(lineItem).max(12),
  userId: z.number().int().optional(),
  /** Of the account that it was ordered from, where its time may be all that tells of the payment: see resultByAccount. */
  account: z.object({ userId: z.number().int(), endsOn: z.number().int() }).optional(),
  /** Of the app's link that names the user, where the payments API has not accepted its token yet. */
  link: z.object({ signTimestamp: signedTime, sign }).optional(),
  /** What all orders of one browser share, see purchaseBody of the contract. */
  browser: z.string().max(64).optional(),
  cps: affiliatePayload.optional(),
  /** Where its buyer came from, if they may be tracked. */
  campaign: z.partialRecord(z.enum(CAMPAIGN_PARAMS), z.string().max(100)).optional(),
  /** Where the app's link came from; travels as X-From. */
  channel: z.string().max(64).optional(),
  /** With which its buyer came from an app, for a payments API that wants it. A long one is in no token: see orderToken. */
  storeToken: storeToken.optional().catch(undefined),
});
export type Order = z.output<typeof siteOrder>;

/** What was agreed to with an order; undefined where its token is from before that was in it. */
export function saleOfOrder({ sale, next, items, period, amount, currency }: Order): AgreedSale | undefined {
  if (sale === undefined || next === undefined) return undefined;
  const trial = items.find((item) => item.kind === "trial");
  const { on } = next;
  return {
    kind: sale,
    length: trial?.period ?? period,
    today: { amount, currency },
    next: next.amount === undefined ? { kind: "ends", on } : { kind: "renews", on, amount: next.amount, period },
  };
}

/** Whether it is another browser's order, of which nothing is shown or told. */
export const isOfOtherBrowser = (order: AnyOrder): order is Order & { isFollower: true } =>
  order.kind === "site" && order.isFollower === true;

/** An order that has an id in the payments API. */
export type OpenedOrder = Order & { orderId: string };

/** A purchase begun in an app: the site only confirms and shows it. */
const appOrder = z.object({
  ...everyOrder,
  /** The plan and the amount are missing where the payments API does not say them. */
  plan: identifier.optional(),
  amount: amount.optional(),
  currency: currencyCode.optional(),
  kind: z.literal("app"),
  orderId: identifier,
  provider: z.enum(APP_PROVIDERS),
  transactionId: identifier,
  params: z.partialRecord(z.enum(APP_PURCHASE_PARAMS), z.string().min(1).max(512)),
  /** Missing where the plan is no longer on sale. */
  period: period.optional(),
});
export type AppOrder = z.output<typeof appOrder>;

const anyOrder = z.discriminatedUnion("kind", [siteOrder, appOrder]);
export type AnyOrder = z.output<typeof anyOrder>;

/** Parsed first, so that an order out of a token and the same one out of a form seal to the same text. */
export const orderToken = (content: AnyOrder): Promise<string> => seal("order", anyOrder.parse(forAddress(content)));

/** A store's token that is too long for an address goes with the purchase call of its own browser only. */
const forAddress = (order: AnyOrder): AnyOrder =>
  order.kind === "site" && order.storeToken !== undefined && !fitsAddress(order.storeToken)
    ? { ...order, storeToken: undefined }
    : order;

/** The order a token names; undefined where the token is missing, foreign or tampered with. */
export const readOrderToken = async (token: string | null): Promise<AnyOrder | undefined> =>
  token === null ? undefined : unseal("order", anyOrder, token);

/** The order in an address's `?o=`. If its token was made before the order had an id, the id comes from the cookie. */
export async function orderIn(request: Request): Promise<AnyOrder | undefined> {
  const order = await readOrderToken(new URL(request.url).searchParams.get("o"));
  if (order?.kind !== "site" || order.orderId !== undefined) return order;
  const orderId = (await sentOrders(request)).get(order.attempt);
  return orderId === undefined || orderId === UNNUMBERED ? order : { ...order, orderId };
}

/** The ids of the orders sent from this browser, by attempt; UNNUMBERED: the order has no id yet. */
export type SentOrders = ReadonlyMap<string, string>;

const MOST_SENT = 8;

/** The orders this browser has sent lately, newest first: two hours after the last one they are forgotten. */
export const ordersSentHere = async (request: Request): Promise<z.output<typeof sentOrder>[]> =>
  (await openedBy(request)).orders?.content ?? [];

/** The same by attempt, so that the purchase call of none is sent twice. */
export const sentOrders = async (request: Request): Promise<SentOrders> =>
  new Map((await ordersSentHere(request)).map(({ attempt, orderId }) => [attempt, orderId]));

/** The Set-Cookie header that adds an order to them; undefined for one of another browser. */
export async function rememberOrder(request: Request, order: Order): Promise<string | undefined> {
  if (isOfOtherBrowser(order)) return undefined;
  const { attempt, orderId = UNNUMBERED, provider, appType, plan, email } = order;
  const others = (await ordersSentHere(request)).filter((other) => other.attempt !== attempt);
  const sent = [{ attempt, orderId, provider, appType, plan, email }, ...others];
  return sentOrdersCookie(request, sent.slice(0, MOST_SENT));
}
