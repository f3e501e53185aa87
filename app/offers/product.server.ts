import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import type { Product } from "~/shell/page-meta";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import type { Brand } from "~/visitor/brand/brand";
import type { Offer } from "./offer";
import { periodWords } from "./sale/sale-words.server";

/** What a page sells and for how much, as search engines read it: the prices of its plans, without the reader's coupon or trial. */
export function productOf(
  lang: LocaleCode,
  { appName, brandImage, shareImage = brandImage }: Brand,
  description: string,
  offers: readonly Offer[],
): Product {
  const { publicOrigin } = env();
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: appName,
    description,
    image: publicOrigin + shareImage,
    brand: { "@type": "Brand", name: appName },
    offers: offers.map(({ planId, period, amounts: { price, currency } }) => ({
      "@type": "Offer",
      name: periodWords(lang).length(period),
      price: price.toFixed(decimalsOf(currency)),
      priceCurrency: currency,
      availability: "https://schema.org/InStock",
      url: publicOrigin + paths.payment(lang, planId),
    })),
  };
}
