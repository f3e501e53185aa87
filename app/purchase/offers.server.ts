import type { LocalPrice } from "~/checkout/localised-price";
import { makeOffer, type Offer } from "~/checkout/offer";
import { priceCountry } from "~/checkout/price-country";
import { log } from "~/log.server";
import { loadPlans, loadPrices } from "~/upstream/catalogue.server";
import type { Plan } from "~/upstream/contract/catalogue";
import { UpstreamError } from "~/upstream/upstream-error";
import { loadGeo } from "~/upstream/visitor-facts.server";
import type { Visitor } from "~/visitor/visitor.server";

export interface Offers {
  offers: Offer[];
  /** The country the prices are for. */
  country: string;
  detectedCountry: string | undefined;
}

/** Says what failed, once, and goes on without it. */
async function orWithout<T>(what: string, visitor: Visitor, loading: Promise<T>): Promise<T | undefined> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ requestId: visitor.requestId, reason: error.kind }, `${what} not available: the page goes on without`);
    return undefined;
  }
}

async function detectCountry(visitor: Visitor): Promise<string | undefined> {
  const geo = await orWithout("geo info", visitor, loadGeo(visitor.caller));
  const code = geo?.country_code ?? "";
  return /^[A-Z]{2}$/.test(code) ? code : undefined;
}

async function localPrices(plans: Plan[], country: string, visitor: Visitor): Promise<Map<string, LocalPrice>> {
  const ids = plans.map((plan) => plan.product_id);
  const products = await orWithout("localised prices", visitor, loadPrices(ids, country, visitor.caller));
  return new Map(
    (products ?? []).map(({ product_id, currency, subscription }) => [product_id, { currency, ...subscription.price }]),
  );
}

/**
 * The plans at the buyer's prices. Plans must load (throws UpstreamError); the country and the local prices may fail:
 * then the plans' own prices stand.
 */
export async function loadOffers(visitor: Visitor, chosenCountry: string | undefined): Promise<Offers> {
  const [plans, detectedCountry] = await Promise.all([
    loadPlans(visitor.caller, { xFrom: visitor.channel }),
    detectCountry(visitor),
  ]);
  const country = priceCountry(chosenCountry, detectedCountry, plans[0]?.currency);
  const prices = await localPrices(plans, country, visitor);
  return { offers: plans.map((plan) => makeOffer(plan, prices.get(plan.product_id))), country, detectedCountry };
}
