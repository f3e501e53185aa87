import { createHash } from "node:crypto";
import { env } from "~/env.server";
import { circuits } from "~/upstream/client/call-outcomes.server";
import { type Caller, type CallOptions, call, callForAnybody, waitForShared } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { AnswerCache, givenAnswers, SharedAnswers } from "./answer-cache.server";
import {
  type CommonParams,
  commonParams,
  type LocalPrice,
  type Plan,
  PROVIDERS,
  type ProviderCode,
  plans,
  prices,
} from "./contract/catalogue";
import type { AnswerOf } from "./contract/endpoint";
import type { OPTIONAL_CALLS } from "./contract/subscriptions";
import { geoInfo } from "./contract/visitor";

/** The providers that this site knows, best first, and the payments API's public settings. */
export type PaymentParams = Omit<CommonParams, "providers"> & { providers: ProviderCode[] };

const sharedPlans = new SharedAnswers<Plan[]>("plans", 500);
const sharedPrices = new SharedAnswers<ReadonlyMap<string, LocalPrice>>("prices", 2_000);
const sharedParams = new SharedAnswers<PaymentParams>("settings", 100);

/**
 * The plans on sale for the caller's app. The answer for a bearer has the member's deduction; if that call fails, the member gets
 * the answer for everybody. @throws UpstreamError
 */
export async function loadPlans(caller: Caller, { xFrom }: { xFrom?: string } = {}): Promise<Plan[]> {
  const { member } = givenAnswers() ?? {};
  if (member !== undefined) return member.plans;
  const ask = async (asker: Caller, options: CallOptions) => (await call(plans, {}, asker, options)).plans;
  const members = mayAskAsMember(caller) ? await orUndefined(ask(caller, { xFrom, circuit: "members" })) : undefined;
  return members ?? sharedPlans.recall({ path: plans.path, parts: [], xFrom, ask }, caller);
}

/**
 * What products cost in a country, by their ids; those the API does not know are missing. As the specification has it, the call has the
 * token of whoever has one, and its answer is theirs; if that fails, they get the answer for everybody. @throws UpstreamError
 */
export async function loadPrices(
  productIds: readonly string[],
  country: string,
  caller: Caller,
): Promise<ReadonlyMap<string, LocalPrice>> {
  const { member } = givenAnswers() ?? {};
  if (member !== undefined) return member.prices;
  const ids = [...new Set(productIds)].sort().join(",");
  if (ids === "" || !isCountryCode(country)) return new Map();
  const query = { product_ids: ids, customer_country: country };
  const ask = async (asker: Caller, options: CallOptions) => {
    const { products } = await call(prices, { query }, asker, options);
    return new Map(products.map((product) => [product.product_id, localPriceOf(product)]));
  };
  const members = mayAskAsMember(caller) ? await orUndefined(ask(caller, { circuit: "members" })) : undefined;
  return members ?? sharedPrices.recall({ path: prices.path, parts: [country, ids], ask }, caller);
}

const mayAskAsMember = ({ bearer }: Caller): boolean => bearer !== undefined && !circuits.needed.isOpen;

function localPriceOf({ currency, providers, subscription }: AnswerOf<typeof prices>["products"][number]): LocalPrice {
  const { gross, tax, tax_name: name, tax_rate: rate, regular: before, regular_since: since } = subscription.price;
  const taxName = name === undefined || rate === undefined ? undefined : { name, rate };
  return { currency, providers, gross, tax, taxName, regular: since === undefined ? undefined : before };
}

export type Geo = AnswerOf<typeof geoInfo>;

const UNKNOWN_GEO: Geo = { user_ip: "", country: "", country_code: "" };

const GEO_FRESH_MS = 10 * 60_000;
/** Knowing the country is a convenience: no page waits long for it. */
const GEO_MS = 1_000;
const GEO_FRESHNESS = { freshMs: GEO_FRESH_MS, staleMs: 0, ifErrorMs: 0 };
const geoCache = new AnswerCache<Geo>("geo", GEO_FRESHNESS, 10_000);
/** Of calls with a token, which anybody can make up: they evict nobody else's. */
const geoOfTokens = new AnswerCache<Geo>("geo", GEO_FRESHNESS, 1_000);

/**
 * The country of the caller's address. As the specification has it, the call has the token of whoever has one; the address alone decides,
 * so a token that is refused is left out, and says nothing about the session. @throws UpstreamError
 */
export async function loadGeo(caller: Caller): Promise<Geo> {
  const given = givenAnswers();
  if (given !== undefined) return given.geo ?? UNKNOWN_GEO;
  const { signal, onTokenRefused, ...asking } = caller;
  const { visitorIp, bearer } = caller;
  const ask = () => callForAnybody(geoInfo, { body: {} }, asking, { timeoutMs: GEO_MS, circuit: "optional" });
  const wait = <T>(geo: Promise<T>) => waitForShared(geo, caller, geoInfo.path);
  if (visitorIp === undefined) return wait(ask());
  const remembered =
    bearer === undefined
      ? geoCache.recall(visitorIp, ask, wait)
      : geoOfTokens.recall(`${visitorIp} ${createHash("sha256").update(bearer).digest("base64")}`, ask, wait);
  return (await remembered).answer;
}

/** The country of an address, if it was requested a short while ago. */
export const knownGeo = (visitorIp: string): Geo | undefined => geoCache.fresh(visitorIp);

/** Forgets the cached countries. */
export function forgetGeo(): void {
  geoCache.forget();
  geoOfTokens.forget();
}

/** Used where the API names no providers: all. `pd` comes last, because an API of the specification may tell nothing of its orders. */
const ALL_PROVIDERS: readonly ProviderCode[] = [...PROVIDERS.filter((code) => code !== "pd"), "pd"];

/**
 * The providers on offer and the API's settings. `isCj`: the visitor came through the affiliate network CJ. If the API
 * does not name the providers, or fails, all are on offer, except those in PROVIDERS_OFF. Never throws UpstreamError.
 */
export async function loadPaymentParams(caller: Caller, { isCj }: { isCj: boolean }): Promise<PaymentParams> {
  const xFrom = isCj ? "CJ" : undefined;
  const ask = async (asker: Caller, options: CallOptions) => {
    const params = await call(commonParams, {}, asker, { ...options, circuit: "settings" });
    const { providers = ALL_PROVIDERS } = params;
    return { ...params, providers: providers.flatMap((name) => PROVIDERS.filter((known) => known === name)) };
  };
  try {
    return await sharedParams.recall({ path: commonParams.path, parts: [], xFrom, ask }, caller);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { providers: [...ALL_PROVIDERS] };
  }
}

/** Whether the payments API has an optional call. Where its settings cannot be had nobody knows, so it has not. */
export async function hasOptionalCall(
  name: (typeof OPTIONAL_CALLS)[number],
  caller: Caller,
  visitor: { isCj: boolean },
): Promise<boolean> {
  const { calls = [] } = await loadPaymentParams(caller, visitor);
  return calls.includes(name);
}

/** For how many days buyers get their money back without writing to anybody, be it longer than the law says; 0: not at all. */
export async function moneyBackDays(caller: Caller, visitor: { isCj: boolean }): Promise<number> {
  const { calls = [], money_back_days = 0 } = await loadPaymentParams(caller, visitor);
  return calls.includes("subscriptions") ? money_back_days : 0;
}

/**
 * Whether a purchase call may be repeated: the payments API's settings, or API_IDEMPOTENT, say that the same
 * Idempotency-Key is the same order. Otherwise a repeated call may make a second order.
 */
export async function honoursIdempotencyKeys(caller: Caller, visitor: { isCj: boolean }): Promise<boolean> {
  if (env().isApiIdempotent) return true;
  const { idempotency_keys } = await loadPaymentParams(caller, visitor);
  return idempotency_keys === true;
}

/** Forgets the answers for one app, because they are old; without an app, all. */
export function forgetCatalogue(appType?: number): void {
  for (const answers of [sharedPlans, sharedPrices, sharedParams]) answers.forget(appType);
}

/** The answer for a member; undefined if it fails: a member gets at least what anonymous visitors get. */
async function orUndefined<Answer>(members: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await members;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return undefined;
  }
}
