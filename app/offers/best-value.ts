import type { Offer } from "./offer";

/** The offer that costs least a month, among those in the currency most offers have; of equals the first. */
export function bestValue(offers: readonly Offer[]): Offer | undefined {
  const currency = commonCurrency(offers);
  return offers
    .filter(({ amounts }) => amounts.currency === currency)
    .reduce<Offer | undefined>(
      (best, offer) => (best === undefined || offer.amounts.perMonth < best.amounts.perMonth ? offer : best),
      undefined,
    );
}

/** Where a plan has no local price it stands in another currency, and 12 of one are no more than 900 of the other. */
function commonCurrency(offers: readonly Offer[]): string | undefined {
  const countOf = (currency: string) => offers.filter(({ amounts }) => amounts.currency === currency).length;
  const currencies = offers.map(({ amounts }) => amounts.currency);
  return currencies.reduce<string | undefined>(
    (most, currency) => (most === undefined || countOf(currency) > countOf(most) ? currency : most),
    undefined,
  );
}
