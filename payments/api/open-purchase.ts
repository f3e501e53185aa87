import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { knownTimeZone } from "~/upstream/contract/deadlines";
import type { purchaseBody } from "~/upstream/contract/purchase-result";
import type { StoreToken } from "~/upstream/contract/store-tokens";
import type { BotToken } from "../../sandbox/bot-check/check-token";
import { planById } from "../catalogue/plans";
import type { Context } from "../context";
import { hostedAddress } from "../../sandbox/hosted-address";
import { type Bought, boughtBefore, buy } from "../orders/buying/buy";
import type { Purchase } from "../orders/buying/purchase";
import type { Tx } from "../store/database";
import type { AttemptRow } from "../store/schema";
import { bindToken, takeToken } from "../store-reports/tokens";
import { isEmail } from "./email";
import { failure } from "./failure";
import { purchaseUser } from "./proof/purchase-user";
import { purchaseRefusal } from "./purchase-refusal";
import type { Caller } from "./route";
import { countryOfAddress } from "./visitor";

/** A purchase call of any provider, with the fields that all share. */
interface PurchaseCall {
  provider: ProviderCode;
  /** The provider's own id of the payment; used only where the call opens one. */
  reference: string;
  body: z.output<typeof purchaseBody>;
  addresses: { returnUrl: string; cancelUrl: string };
  caller: Caller;
  botToken?: BotToken;
}

interface OpenedPurchase {
  attempt: AttemptRow;
  /** Undefined where nothing is due and the order is already granted. */
  payAt: string | undefined;
  /** ISO 8601. */
  expiresAt: string;
}

/** Opens an order or a further attempt at one; the same key answers the same. @throws Failure */
export async function openPurchase(context: Context, call: PurchaseCall): Promise<OpenedPurchase> {
  const bought = await boughtBy(context, call);
  if (bought.kind !== "opened") throw await purchaseRefusal(context, bought);
  const { expires_at, ...attempt } = await context.db
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .selectAll("attempts")
    .select("expires_at")
    .where("attempts.id", "=", bought.attemptId)
    .executeTakeFirstOrThrow();
  const payAt = attempt.provider === null ? undefined : hostedAddress(context.origin(), attempt);
  return { attempt, payAt, expiresAt: new Date(expires_at).toISOString() };
}

/** A call that is repeated needs no proof of its user again: another browser, which comes back from the provider, has none. */
async function boughtBy(context: Context, call: PurchaseCall): Promise<Bought> {
  const purchase = purchaseOf(context, call);
  const before = await context.db.transaction().execute((tx) => boughtBefore(tx, purchase));
  if (before) return before;
  const { userId, memberId } = await purchaseUser(context, call.body, call.caller.token);
  const proven = { ...purchase, memberId, buyer: { ...purchase.buyer, userId } };
  return context.db.transaction().execute((tx) => buyWithToken(tx, proven, call.body.store_token));
}

/** An app store's token is stored whether its purchase is refused or not. */
async function buyWithToken(tx: Tx, purchase: Purchase, token: StoreToken | undefined): Promise<Bought> {
  const tokenId = token && (await takeToken(tx, token, purchase.now));
  const bought = await buy(tx, purchase);
  if (tokenId !== undefined && bought.kind === "opened") await bindToken(tx, bought.attemptId, tokenId);
  return bought;
}

/** The purchase as it is asked for, before anything is proven. */
function purchaseOf(
  context: Context,
  { provider, reference, body, addresses, caller, botToken }: PurchaseCall,
): Purchase {
  const key = context.isBare ? randomUUID() : caller.idempotencyKey();
  const plan = planById(body.plan_id);
  if (!plan) throw failure("plan_unknown");
  if (!isEmail(body.email)) throw failure("email_invalid");
  for (const address of Object.values(addresses))
    if (new URL(address).origin !== context.siteOrigin) throw failure("address_foreign");
  return {
    key,
    provider,
    reference,
    botToken,
    plan,
    memberId: undefined,
    buyer: { email: body.email.toLowerCase(), userId: body.user_id ?? null },
    browser: body.browser || null,
    country: body.country_code,
    networkCountry: countryOfAddress(caller.address) ?? null,
    appType: caller.appType,
    couponId: body.coupon_id || undefined,
    shown: { amount: body.amount, currency: body.currency },
    orderId: body.order_id,
    ...addresses,
    attribution: body._cps ? JSON.stringify(body._cps) : null,
    frontId: body.front_id || null,
    language: body.language || null,
    timeZone: knownTimeZone(body.time_zone) ?? null,
    termsVersion: body.terms_version || null,
    agreement: body.agreement,
    isBare: context.isBare,
    now: context.now(),
  };
}
