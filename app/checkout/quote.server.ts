import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { LocaleCode } from "~/i18n/locales";
import { type Coupon, type Offer, taxToday } from "~/offers/offer";
import { agreementText, hashOfText } from "~/offers/sale/agreement.server";
import { agreedSale, SALE_KINDS } from "~/offers/sale/sale-kind";
import { seal, unseal } from "~/sealing.server";
import { latestDay, whereabouts } from "~/upstream/contract/deadlines";
import { amount, countryCode, currencyCode, identifier } from "~/upstream/contract/values/scalars";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";

const coupon = z.object({
  id: z.string().min(1).max(64),
  discount: z.discriminatedUnion("type", [
    z.object({ type: z.literal("percent"), value: amount }),
    z.object({ type: z.literal("amount"), value: amount, currency: currencyCode }),
  ]),
}) satisfies z.ZodType<Coupon>;

const period = z.object({ unit: z.enum(["day", "week", "month", "year"]), count: z.number().int().positive() });

/** All that a form showed of the sale, sealed into the form: sending it agrees to this. */
const quote = z.object({
  plan: identifier,
  country: countryCode,
  /** With the coupon taken off. */
  amount,
  currency: currencyCode,
  /** The tax in it, where it is known. */
  tax: amount.optional(),
  sale: z.enum(SALE_KINDS),
  /** The plan's length, and that of the time that begins today. */
  period,
  length: period,
  /** The day on which that time ends. */
  on: z.iso.date(),
  /** What every further period costs, the first one from that day on; missing: there is none. */
  renewal: amount.optional(),
  /** The SHA-256 of what stood at the button. */
  textHash: z.string(),
  coupon: coupon.optional(),
  /** The version of the brand's terms, where it names one. */
  terms: z.string().max(32).optional(),
  /** When a price was first shown under the form's attempt; seconds since 1970. */
  issuedAt: z.number().int(),
});
export type Quote = z.output<typeof quote>;

/** How a form shows an offer. */
export interface ShownAs {
  country: string;
  /** When a price was first shown under the form's attempt. */
  since: Date;
  lang: LocaleCode;
  selling: SellingTerms;
}

export function quoteOf(offer: Offer, { country, since, lang, selling }: ShownAs): Quote {
  const issuedAt = Math.floor(since.getTime() / 1000);
  const sale = agreedSale(offer, saleDay({ issuedAt, country }));
  const { kind, length, today, next } = sale;
  return {
    plan: offer.planId,
    country,
    ...today,
    tax: taxToday(offer),
    sale: kind,
    period: offer.period,
    length,
    on: next.on,
    renewal: next.kind === "ends" ? undefined : next.amount,
    textHash: hashOfText(agreementText(lang, sale, { selling, country })),
    coupon: offer.coupon && { id: offer.coupon.id, discount: offer.coupon.discount },
    terms: selling.terms?.version,
    issuedAt,
  };
}

/** Whether two quotes are one agreement, whenever and for whichever country they were made. */
export const isSameAgreement = (one: Quote, other: Quote): boolean => isDeepStrictEqual(agreedIn(one), agreedIn(other));

/** Without what is undefined, as a quote is that was sealed. */
const agreedIn = ({ country, issuedAt, ...agreed }: Quote): unknown => JSON.parse(JSON.stringify(agreed));

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
