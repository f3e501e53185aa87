import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { CheckoutOptions } from "~/offers/load-offers.server";
import { offeredTo, providerOf } from "~/providers/providers.server";
import type { PaymentMethod } from "~/visitor/brand/brand";
import { paymentMethodOf } from "~/visitor/brand/brands.server";
import type { Visitor } from "~/visitor/visitor.server";
import { type CheckoutForm, PROVIDERS_IN_SIGHT, type ProviderView } from "./checkout-view";

/** The providers as the brand's buyers know them, those that work in the country. */
export function providersOffered(
  lang: LocaleCode,
  { providers, params, country }: CheckoutOptions,
  visitor: Pick<Visitor, "appType" | "hasWallet">,
  chosen: string | undefined,
): Pick<CheckoutForm, "providers" | "moreProviders"> {
  const t = translate(lang);
  const views = offeredTo({ country, chosen, visitor }, providers).map((code): ProviderView => {
    const { isGuarded, statementName } = providerOf(code);
    const { name, marks, partner } = paymentMethodOf(visitor.appType, code);
    return {
      code,
      name: t(`providers:${name}.name`),
      hint: methodHint(lang, name),
      marks,
      partner: partner && t("providers:partner", { partner }),
      statement: statementName(params),
      isGuarded,
    };
  });
  return { providers: views, moreProviders: views.length > PROVIDERS_IN_SIGHT ? t("providers:more") : undefined };
}

/** What only this way to pay can; undefined where its name says it. */
function methodHint(lang: LocaleCode, name: PaymentMethod["name"]): string | undefined {
  switch (name) {
    case "card":
    case "paypal":
    case "wallet":
      return undefined;
    default:
      return translate(lang)(`providers:${name}.hint`);
  }
}
