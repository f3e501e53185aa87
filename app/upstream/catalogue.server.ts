import { env } from "~/env.server";
import type { CacheName } from "~/metrics/metrics.server";
import { sharedRendering } from "~/page-cache/shared-rendering.server";
import { type Caller, type CallOptions, call, waitForShared } from "~/upstream/client/client.server";
import { circuits } from "~/upstream/client/upstream-circuits.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { AnswerCache, type Freshness, type OnAnswered } from "./answer-cache.server";
import {
  type CommonParams,
  commonParams,
  type Plan,
  PROVIDERS,
  type ProviderCode,
  plans,
  prices,
} from "./contract/catalogue";
import type { AnswerOf } from "./contract/endpoint";
import { DEFAULT_APP_ID } from "./contract/signed-link";
import type { OPTIONAL_CALLS } from "./contract/subscriptions";
import { newKeyBudget } from "./new-key-budget.server";

type LocalPrice = AnswerOf<typeof prices>["products"][number];

/** The providers that this site knows, best first, and the payments API's public settings. */
export type PaymentParams = Omit<CommonParams, "providers"> & { providers: ProviderCode[] };

const FRESHNESS: Freshness = { freshMs: 60_000, staleMs: 10 * 60_000, ifErrorMs: 24 * 3_600_000 };
const planCaches = makeCaches<Plan[]>("plans", 500);
const priceCaches = makeCaches<LocalPrice[]>("prices", 2_000);
const paramsCaches = makeCaches<PaymentParams>("settings", 100);

/**
 * The plans on sale for the caller's app. The answer for a bearer has the member's deduction; if that call fails, the member gets
 * the answer for everybody. @throws UpstreamError
 */
export async function loadPlans(caller: Caller, { xFrom }: { xFrom?: string } = {}): Promise<Plan[]> {
  const ask = async (asker: Caller, options: CallOptions) => (await call(plans, {}, asker, options)).plans;
  const isOwn = caller.bearer !== undefined && !circuits.needed.isOpen;
  const own = isOwn ? await orUndefined(ask(caller, { xFrom, circuit: "members" })) : undefined;
  return own ?? shared(planCaches, { path: plans.path, parts: [], xFrom, ask }, caller);
}

/** What products cost in a country, for everybody the same; those the API does not know are missing. @throws UpstreamError */
export async function loadPrices(
  productIds: readonly string[],
  country: string,
  caller: Caller,
): Promise<LocalPrice[]> {
  const ids = [...new Set(productIds)].sort().join(",");
  if (ids === "" || !isCountryCode(country)) return [];
  const query = { product_ids: ids, customer_country: country };
  const ask = async (asker: Caller, options: CallOptions) => (await call(prices, { query }, asker, options)).products;
  return shared(priceCaches, { path: prices.path, parts: [country, ids], ask }, caller);
}

/** Used where the API names no providers: all. `pd` comes last, because its status call is our own addition. */
const UNTOLD_PROVIDERS: readonly ProviderCode[] = [...PROVIDERS.filter((code) => code !== "pd"), "pd"];

/**
 * The providers on offer and the API's settings. `isCj`: the visitor came through the affiliate network CJ. If the API
 * does not name the providers, or fails, all are on offer, except those in PROVIDERS_OFF. Never throws UpstreamError.
 */
export async function loadPaymentParams(caller: Caller, { isCj }: { isCj: boolean }): Promise<PaymentParams> {
  const xFrom = isCj ? "CJ" : undefined;
  const ask = async (asker: Caller, options: CallOptions) => {
    const params = await call(commonParams, {}, asker, { ...options, circuit: "settings" });
    const { providers = UNTOLD_PROVIDERS } = params;
    return { ...params, providers: providers.flatMap((name) => PROVIDERS.filter((known) => known === name)) };
  };
  try {
    return await shared(paramsCaches, { path: commonParams.path, parts: [], xFrom, ask }, caller);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { providers: [...UNTOLD_PROVIDERS] };
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

/**
 * Whether a purchase call may be repeated: the payments API's settings, or API_IDEMPOTENT, say that the same
 * Idempotency-Key is the same order. Otherwise a repeated call may make a second order.
 */
export async function honoursIdempotencyKeys(caller: Caller, visitor: { isCj: boolean }): Promise<boolean> {
  if (env().isApiIdempotent) return true;
  const { idempotency_keys } = await loadPaymentParams(caller, visitor);
  return idempotency_keys === true;
}

/** Forgets the answers for one app, those of other copies too: they are old. Without an app, this process forgets all of its own. */
export function forgetCatalogue(appType?: number): void {
  if (appType !== undefined) forgottenAt = Date.now();
  const beginning = appType === undefined ? "" : `${appType} `;
  for (const { known, unknown } of [planCaches, priceCaches, paramsCaches]) {
    known.forget(beginning);
    unknown.forget(beginning);
  }
}

/** Visitors who get the same answers: those of an app who came by the same channel. */
interface Audience {
  appType: number;
  xFrom: string | undefined;
}

/** Answers for the apps and channels that the site knows, and, in a cache of their own, for made-up ones, which so evict nobody else's. */
interface Caches<Answer> {
  known: AnswerCache<Answer>;
  unknown: AnswerCache<Answer>;
}

function makeCaches<Answer>(name: CacheName, maxEntries: number): Caches<Answer> {
  const makeCache = () => new AnswerCache<Answer>(name, FRESHNESS, maxEntries);
  return { known: makeCache(), unknown: makeCache() };
}

/** A call that many visitors share. */
interface SharedQuestion<Answer> {
  path: string;
  /** The rest of the cache key. */
  parts: readonly string[];
  xFrom?: string | undefined;
  ask: (asker: Caller, options: CallOptions) => Promise<Answer>;
}

/** A shared call is given up after a minute: the next visitor's call may succeed sooner. */
const SHARED_MS = 60_000;

/** When cached answers were last found to be old, in milliseconds since 1970. */
let forgottenAt = 0;

/** A call for everybody, which copies of the site make together. */
function callTogether({ xFrom }: Audience, key: string, onAnswered: OnAnswered): CallOptions {
  const { freshMs, ifErrorMs: keepMs } = FRESHNESS;
  return { xFrom, runsOnMs: SHARED_MS, together: { key, freshMs, keepMs, since: forgottenAt, onAnswered } };
}

/**
 * The cached answer for the caller's app and channel; the call has no bearer. If it fails, the kept answer for the app without a
 * channel is used. An unknown app or channel gets a call of its own only within the budget for new keys.
 */
async function shared<Answer>(
  { known, unknown }: Caches<Answer>,
  { path, parts, xFrom, ask }: SharedQuestion<Answer>,
  caller: Caller,
): Promise<Answer> {
  const { signal, bearer, onTokenRefused, ...anybody } = caller;
  const own: Audience = { appType: caller.appType, xFrom };
  const standard = defaultAudience(caller);
  const keyFor = ({ appType, xFrom: source = "" }: Audience) => `${appType} ${JSON.stringify([source, ...parts])}`;
  const rendering = sharedRendering();
  const recall = async (cache: AnswerCache<Answer>, audience: Audience) => {
    const answer = await cache.recall(
      keyFor(audience),
      // Others use the answer, so the call must not end when the one visitor who began it leaves; that visitor just stops waiting.
      (onAnswered) =>
        ask({ ...anybody, appType: audience.appType }, callTogether(audience, keyFor(audience), onAnswered)),
      (answering) => waitForShared(answering, caller, path),
      rendering?.wantsFresh !== true,
    );
    if (rendering !== undefined)
      rendering.answeredAt = Math.min(rendering.answeredAt, cache.answeredAt(keyFor(audience)));
    return answer;
  };
  const isKnown = isKnownAudience(own, standard);
  if (!isKnown && !newKeyBudget.admits(`${own.appType} ${xFrom ?? ""}`)) {
    return unknown.kept(keyFor(own)) ?? recall(known, standard);
  }
  try {
    return await recall(isKnown ? known : unknown, own);
  } catch (error) {
    const standIn = error instanceof UpstreamError ? known.kept(keyFor(standard)) : undefined;
    if (standIn === undefined) throw error;
    return standIn;
  }
}

/** Whose answers are used if the caller's own cannot be had: the app's without a channel, or the default app's if the app is unknown. */
const defaultAudience = ({ appType, isKnownApp }: Caller): Audience => ({
  appType: isKnownApp === true ? appType : DEFAULT_APP_ID,
  xFrom: undefined,
});

/** An app the site knows, without a channel or by the one network that has its own. */
const isKnownAudience = ({ appType, xFrom = "cj" }: Audience, standard: Audience): boolean =>
  appType === standard.appType && xFrom.toLowerCase() === "cj";

/** A member's own answer; undefined if it fails: a member gets at least what anonymous visitors get. */
async function orUndefined<Answer>(own: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await own;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return undefined;
  }
}
