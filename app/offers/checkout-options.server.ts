import { orUnavailable } from "~/errors/errors.server";
import { availableProviders } from "~/providers/providers.server";
import { loadPaymentParams, type PaymentParams } from "~/upstream/catalogue.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import type { Visitor } from "~/visitor/visitor.server";
import { type Catalogue, loadCatalogue } from "./load-offers.server";

/** What a visitor may buy, and through whom. */
export interface CheckoutOptions extends Catalogue {
  /** All that can be paid through, in the payments API's order. */
  providers: ProviderCode[];
  params: PaymentParams;
}

/** @param country the one the buyer has chosen. @throws a 503 where the payments API cannot tell what is on sale */
export async function loadOptions(visitor: Visitor, country: string | undefined): Promise<CheckoutOptions> {
  const [catalogue, params] = await orUnavailable(
    Promise.all([loadCatalogue(visitor, country), loadPaymentParams(visitor.caller, visitor)]),
  );
  return { ...catalogue, params, providers: availableProviders(params.providers) };
}
