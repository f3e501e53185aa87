import { isOpened, recordEvent } from "~/analytics/record-event.server";
import { bestValue, type Offer } from "./offer";
import type { ChosenCountry } from "./price-country.server";

/** Plans as a page shows them: at the prices of a country. */
export interface ShownOffers {
  offers: readonly Offer[];
  country: string;
}

/** Tells that a page with plans was opened, and whether its visitor has chosen another country's prices. */
export function recordOffers(request: Request, { offers, country }: ShownOffers, chosen: ChosenCountry): void {
  if (!isOpened(request)) return;
  const currency = bestValue(offers)?.amounts.currency ?? "";
  recordEvent(request, "plan_view", { plans: offers.length, price_country: country, currency });
  recordCountry(request, chosen.country, chosen.headers);
}

/** Tells that a country was chosen, if its cookie is set now. */
export function recordCountry(request: Request, chosen: string | undefined, cookies: ChosenCountry["headers"]): void {
  if (chosen === undefined || cookies.length === 0) return;
  recordEvent(request, "country_change", { price_country: chosen });
}
