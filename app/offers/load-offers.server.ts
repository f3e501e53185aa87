import { loadPlans, loadPrices } from "~/upstream/catalogue.server";
import type { Plan } from "~/upstream/contract/catalogue";
import { isGated } from "~/visitor/gate.server";
import { countryOf, geoOf, orWithout } from "~/visitor/geo.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { LocalPrice } from "./localised-price";
import { makeOffer, type Offer } from "./offer";
import { priceCountry } from "./price-country";

export interface Offers {
  offers: Offer[];
  /** The country the prices are for. */
  country: string;
  detectedCountry: string | undefined;
  /** Where the visitor is, nothing is sold. */
  isGated: boolean;
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
  const [plans, geo] = await Promise.all([loadPlans(visitor.caller, { xFrom: visitor.channel }), geoOf(visitor)]);
  const detectedCountry = countryOf(geo);
  const country = priceCountry(chosenCountry, detectedCountry, plans[0]?.currency);
  const prices = await localPrices(plans, country, visitor);
  const offers = plans.map((plan) => makeOffer(plan, prices.get(plan.product_id)));
  return { offers, country, detectedCountry, isGated: isGated(geo) };
}
