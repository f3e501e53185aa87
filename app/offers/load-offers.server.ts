import { orWithout } from "~/problem.server";
import { loadPlans, loadPrices } from "~/upstream/catalogue.server";
import type { Plan } from "~/upstream/contract/catalogue";
import { mayBeMember } from "~/visitor/identity/proven-user.server";
import { countryOf, geoOf, isGated, type Visitor, withoutAccount } from "~/visitor/visitor.server";
import type { LocalPrice } from "./localised-price";
import { makeOffer, type Offer } from "./offer";
import { priceCountry } from "./price-country.server";
import type { ShownOffers } from "./record-offers.server";

/** The plans on sale, before they have local prices, and the country they are sold in. */
export interface Catalogue {
  plans: Plan[];
  /** The country the prices are for. */
  country: string;
  detectedCountry: string | undefined;
  /** Nothing is sold in the visitor's country. */
  isGated: boolean;
}

/** @param chosen the country whose prices are asked for. @throws UpstreamError where the plans cannot be loaded */
export async function loadCatalogue(visitor: Visitor, chosen: string | undefined): Promise<Catalogue> {
  // A member's price may reveal earlier purchases, so it is not shown to a visitor who only typed the member's address.
  const { caller } = mayBeMember(visitor) ? visitor : withoutAccount(visitor);
  const [plans, geo] = await Promise.all([loadPlans(caller, { xFrom: visitor.channel }), geoOf(visitor)]);
  const detectedCountry = countryOf(geo);
  return {
    plans,
    country: priceCountry(chosen, detectedCountry, plans[0]?.currency),
    detectedCountry,
    isGated: isGated(geo),
  };
}

/** The plans at local prices; without local prices, at the plans' own. Never throws UpstreamError. */
export async function priced({ plans, country }: Catalogue, visitor: Visitor): Promise<Offer[]> {
  const prices = await localPrices(plans, country, visitor);
  return plans.map((plan) => makeOffer(plan, prices.get(plan.product_id)));
}

/** The plans at the buyer's prices, and the country of these. @throws UpstreamError where the plans cannot be loaded */
export async function loadOffers(visitor: Visitor, chosen: string | undefined): Promise<ShownOffers> {
  const catalogue = await loadCatalogue(visitor, chosen);
  return { offers: await priced(catalogue, visitor), country: catalogue.country };
}

async function localPrices(plans: Plan[], country: string, visitor: Visitor): Promise<Map<string, LocalPrice>> {
  const ids = plans.map((plan) => plan.product_id);
  const products = await orWithout("localised prices", visitor, loadPrices(ids, country, visitor.caller));
  return new Map((products ?? []).map((product) => [product.product_id, localPriceOf(product)]));
}

type Product = Awaited<ReturnType<typeof loadPrices>>[number];

function localPriceOf({ currency, subscription }: Product): LocalPrice {
  const { gross, tax, tax_name: name, tax_rate: rate } = subscription.price;
  return { currency, gross, tax, taxName: name === undefined || rate === undefined ? undefined : { name, rate } };
}
