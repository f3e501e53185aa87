import type { z } from "zod";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { knownTimeZone } from "~/upstream/contract/deadlines";
import type { purchaseBody } from "~/upstream/contract/purchase-result";
import type { StoreToken } from "~/upstream/contract/store-tokens";
import type { BotToken } from "../bot-check";
import { planById } from "../catalogue/catalogue";
import type { Context } from "../context";
import { OutcomeUnknown, Refused } from "../drivers/errors";
import { purchases } from "../metrics/counters";
import { askBefore } from "../orders/buying/ask-before";
import { type Bought, boughtBefore, buy } from "../orders/buying/buy";
import type { Purchase } from "../orders/buying/purchase";
import { openAtProvider } from "../orders/opening/open-at-provider";
import { payAddress } from "../orders/opening/pay-address";
import type { AttemptRow } from "../orders/tables";
import type { Tx } from "../store/database";
import { latestEvent } from "../store/idempotency";
import { bindToken, takeToken } from "../store-reports/tokens";
import { timeOf } from "../time";
import { isEmail } from "./email";
import { failure } from "./failure";
import { purchaseUser } from "./proof/purchase-user";
import { purchaseRefusal, refusedAs } from "./purchase-refusal";
import type { Caller } from "./route";

/** A purchase call of any provider, with the fields that all share. */
interface PurchaseCall {
  provider: ProviderCode;
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
  const { provider } = call;
  try {
    const { isNew, ...opened } = await openedBy(context, call);
    const made = opened.payAt === undefined ? "given" : "opened";
    purchases.add({ provider, outcome: isNew ? made : "repeated" });
    return opened;
  } catch (error) {
    purchases.add({ provider, outcome: refusedAs(error) });
    throw error;
  }
}

async function openedBy(context: Context, call: PurchaseCall): Promise<OpenedPurchase & { isNew: boolean }> {
  const bought = await boughtBy(context, call);
  if (bought.kind !== "opened") throw await purchaseRefusal(context, bought);
  const { expires_at, ...made } = await context.db
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .selectAll("attempts")
    .select("expires_at")
    .where("attempts.id", "=", bought.attemptId)
    .executeTakeFirstOrThrow();
  const attempt = await openAtProvider(context, made, bought.isNew).catch((error: unknown) => {
    throw providerFailure(error);
  });
  const payAt = payAddress(context.origin(), attempt);
  return { attempt, payAt, expiresAt: timeOf(expires_at), isNew: bought.isNew };
}

/** Seconds after which the same call may be made again, under the same key. */
const PROVIDER_PAUSE_S = 2;

function providerFailure(error: unknown): unknown {
  if (error instanceof OutcomeUnknown) return failure("provider_away", { retryAfter: PROVIDER_PAUSE_S });
  return error instanceof Refused ? failure("provider_refused") : error;
}

/** A call that is repeated needs no proof of its user again: another browser, which comes back from the provider, has none. */
async function boughtBy(context: Context, call: PurchaseCall): Promise<Bought> {
  const networkCountry = (await context.countryOf(call.caller.address)) ?? null;
  const catalogue = await context.catalogue(context.db);
  const sinceEvent = await latestEvent(context.db);
  const purchase = purchaseOf(context, call, { networkCountry, catalogue, sinceEvent });
  const before = await boughtBefore(context.db, purchase);
  if (before) return before;
  const { userId, memberId } = await purchaseUser(context, call.body, call.caller.token);
  const spendToken = call.botToken && (await context.checkBot(call.botToken, purchase.now));
  const proven = { ...purchase, memberId, buyer: { ...purchase.buyer, userId }, spendToken };
  await askBefore(context, proven);
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
  { provider, body, addresses, caller }: PurchaseCall,
  { networkCountry, catalogue, sinceEvent }: Pick<Purchase, "networkCountry" | "catalogue" | "sinceEvent">,
): Purchase {
  const key = caller.idempotencyKey();
  const plan = planById(catalogue, body.plan_id);
  if (!plan) throw failure("plan_unknown");
  if (!isEmail(body.email)) throw failure("email_invalid");
  for (const address of Object.values(addresses))
    if (new URL(address).origin !== context.siteOrigin) throw failure("address_foreign");
  return {
    key,
    provider,
    spendToken: undefined,
    plan,
    catalogue,
    memberId: undefined,
    buyer: { email: body.email.toLowerCase(), userId: body.user_id ?? null },
    browser: body.browser || null,
    country: body.country_code,
    networkCountry,
    sinceEvent,
    appType: caller.appType,
    couponId: body.coupon_id || undefined,
    shown: { amount: body.amount, currency: body.currency },
    orderId: body.order_id,
    ...addresses,
    origin: context.origin(),
    attribution: body._cps ? JSON.stringify(body._cps) : null,
    frontId: body.front_id || null,
    language: body.language || null,
    timeZone: knownTimeZone(body.time_zone) ?? null,
    termsVersion: body.terms_version || null,
    agreement: body.agreement,
    now: context.now(),
  };
}
