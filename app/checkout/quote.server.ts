import { z } from "zod";
import type { Coupon, Offer } from "~/offers/offer";
import { SALE_KINDS, saleKind } from "~/offers/sale/sale-kind";
import { seal, unseal } from "~/sealing.server";
import { latestDay, whereabouts } from "~/upstream/contract/deadlines";
import { amount, countryCode, currencyCode, identifier } from "~/upstream/contract/values/scalars";

const coupon = z.object({
  id: z.string().min(1).max(64),
  discount: z.discriminatedUnion("type", [
    z.object({ type: z.literal("percent"), value: amount }),
    z.object({ type: z.literal("amount"), value: amount, currency: currencyCode }),
  ]),
}) satisfies z.ZodType<Coupon>;

/** The price that a form showed, sealed into the form: sending it accepts this price. */
const quote = z.object({
  plan: identifier,
  country: countryCode,
  /** With the coupon taken off. */
  amount,
  currency: currencyCode,
  /** What every further period costs. */
  renewal: amount,
  /** Whether and when there are further periods. */
  sale: z.enum(SALE_KINDS),
  coupon: coupon.optional(),
  /** The version of the brand's terms, where it names one. */
  terms: z.string().max(32).optional(),
  /** When a price was first shown under the form's attempt; seconds since 1970. */
  issuedAt: z.number().int(),
});
export type Quote = z.output<typeof quote>;

/**
 * @param since when a price was first shown under the form's attempt
 * @param terms the version of the brand's terms
 */
export const quoteOf = (offer: Offer, country: string, since: Date, terms?: string): Quote => ({
  plan: offer.planId,
  country,
  amount: offer.dueToday,
  currency: offer.amounts.currency,
  renewal: offer.renewal,
  sale: saleKind(offer),
  coupon: offer.coupon,
  terms,
  issuedAt: Math.floor(since.getTime() / 1000),
});

export const sealQuote = (content: Quote): Promise<string> => seal("quote", content);

/** For so long a price that was shown may be paid. */
const GOOD_FOR_MS = 24 * 60 * 60_000;

/** The quote in a form, or why the form is shown again: it is missing, tampered with or not for this plan, or a day old. */
export async function readQuote(text: string, plan: string): Promise<Quote | "priceUnreadable" | "priceTooOld"> {
  const found = await unseal("quote", quote, text);
  if (found?.plan !== plan) return "priceUnreadable";
  return Date.now() - shownSince(found).getTime() > GOOD_FOR_MS ? "priceTooOld" : found;
}

/** When a price was first shown under the form's attempt. */
export const shownSince = ({ issuedAt }: Quote): Date => new Date(issuedAt * 1000);

/** The day on which that was: all days that the buyer agrees to are counted from there. */
export const saleDay = (quote: Pick<Quote, "issuedAt" | "country">): string =>
  latestDay(quote.issuedAt * 1000, whereabouts(quote.country));
