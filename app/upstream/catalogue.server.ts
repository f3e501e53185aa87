import { env } from "~/env.server";
import { AnswerCache, type Freshness } from "./answer-cache.server";
import { type Caller, type CallOptions, call, waitForShared } from "./client.server";
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
import { tokenRefusal } from "./token-refusal.server";
import { UpstreamError } from "./upstream-error";

type LocalPrice = AnswerOf<typeof prices>["products"][number];

/** The providers that this site knows, best first, and the payments API's public settings. */
export type PaymentParams = Omit<CommonParams, "providers"> & { providers: ProviderCode[] };

const FRESHNESS: Freshness = { freshMs: 60_000, staleMs: 10 * 60_000, ifErrorMs: 24 * 3_600_000 };
const planCache = new AnswerCache<Plan[]>(FRESHNESS, 500);
const priceCache = new AnswerCache<LocalPrice[]>(FRESHNESS, 2_000);
const paramsCache = new AnswerCache<PaymentParams>(FRESHNESS, 100);

/** The plans on sale for the caller's app. A member's own answer carries their deduction. @throws UpstreamError */
export async function loadPlans(caller: Caller, { xFrom }: { xFrom?: string } = {}): Promise<Plan[]> {
  return shared(planCache, plans.path, caller, [xFrom], async (asker) => {
    const answer = await call(plans, {}, asker, { xFrom, ...runningOn(asker) });
    return answer.plans;
  });
}

/** What products cost in a country; those the API does not know are missing. @throws UpstreamError */
export async function loadPrices(
  productIds: readonly string[],
  country: string,
  caller: Caller,
): Promise<LocalPrice[]> {
  const ids = [...new Set(productIds)].sort().join(",");
  if (ids === "") return [];
  return shared(priceCache, prices.path, caller, [country, ids], async (asker) => {
    const query = { product_ids: ids, customer_country: country };
    const answer = await call(prices, { query }, asker, runningOn(asker));
    return answer.products;
  });
}

/** Where the API names none: all, those last whose status only our own call can ask. */
const UNTOLD_PROVIDERS: readonly ProviderCode[] = [...PROVIDERS.filter((code) => code !== "pd"), "pd"];

/**
 * The providers on offer and the API's settings. `isCj`: the visitor came through the affiliate network CJ. If the API
 * does not name the providers, or fails, all are on offer, except those in PROVIDERS_OFF. Never throws UpstreamError.
 */
export async function loadPaymentParams(caller: Caller, { isCj }: { isCj: boolean }): Promise<PaymentParams> {
  const xFrom = isCj ? "CJ" : undefined;
  try {
    return await shared(paramsCache, commonParams.path, caller, [xFrom], async (asker) => {
      const params = await call(commonParams, {}, asker, { xFrom, circuit: "settings", ...runningOn(asker) });
      const { providers = UNTOLD_PROVIDERS } = params;
      return { ...params, providers: providers.flatMap((name) => PROVIDERS.filter((known) => known === name)) };
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { providers: [...UNTOLD_PROVIDERS] };
  }
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

/** Forgets the cached answers for one app; without an app, all of them. */
export function forgetCatalogue(appType?: number): void {
  const beginning = appType === undefined ? "" : keyOf(appType, []).slice(0, -"[]".length);
  for (const cache of [planCache, priceCache, paramsCache]) cache.forget(beginning);
}

type KeyPart = string | undefined;

const keyOf = (appType: number, parts: readonly KeyPart[]) => `${appType} ${JSON.stringify(parts)}`;

/** A call that others share must not end when the one visitor who began it leaves; that visitor just stops waiting. */
async function shared<Answer>(
  cache: AnswerCache<Answer>,
  path: string,
  caller: Caller,
  keyParts: readonly KeyPart[],
  ask: (asker: Caller) => Promise<Answer>,
): Promise<Answer> {
  const { signal, bearer, ...anybody } = caller;
  if (bearer !== undefined) {
    const own = await asMember(() => ask(caller));
    if (own !== undefined) return own;
  }
  return cache.recall(
    keyOf(caller.appType, keyParts),
    () => ask(anybody),
    (answer) => waitForShared(answer, caller, path),
  );
}

/** An API that takes a minute is slow; one that takes longer is as good as down, and the next buyer's call may fare better. */
const SHARED_MS = 60_000;

/** A call for everybody goes on for the next buyer when this one has stopped waiting; a member's own is of use to nobody else. */
const runningOn = ({ bearer }: Caller): CallOptions => (bearer === undefined ? { runsOnMs: SHARED_MS } : {});

/** A member's own answer; undefined where their token is no longer good: then they see what everybody does. */
async function asMember<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (tokenRefusal(error) === undefined) throw error;
    return undefined;
  }
}
