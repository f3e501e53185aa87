import { loadOffers, type Offers } from "~/offers/load-offers.server";
import { orUnavailable } from "~/problem.server";
import { offeredOrder, type PayProvider } from "~/providers/pay-providers";
import { availableProviders } from "~/providers/providers.server";
import { loadPaymentParams } from "~/upstream/catalogue.server";
import { botCheckSettings } from "~/visitor/bot-check/bot-check-settings.server";
import type { BotCheckSettings } from "~/visitor/bot-check/guard";
import type { Visitor } from "~/visitor/visitor.server";

/** What a visitor may buy, and through whom. */
export interface OnSale extends Offers {
  /** In the order they are offered in. */
  providers: PayProvider[];
  /** By provider: the merchant as the buyer's card statement will name it. */
  statement: Readonly<Record<string, string>>;
  /** The bot check's script, where the payments API names one. */
  botCheck: BotCheckSettings | undefined;
}

/** The plans at the prices of a country, and the ways to pay. @throws a 503 where the payments API cannot tell them */
export async function loadOnSale(visitor: Visitor, country: string | undefined): Promise<OnSale> {
  const [offers, params] = await orUnavailable(
    Promise.all([loadOffers(visitor, country), loadPaymentParams(visitor.caller, visitor)]),
  );
  return {
    ...offers,
    providers: offeredOrder(availableProviders(params.providers), offers.country),
    statement: params.statement ?? {},
    botCheck: botCheckSettings(params, visitor.requestId),
  };
}
