import { z } from "zod";
import { COUNTRY_CODES } from "./countries";

/** An amount in major units ("9.99", not 999 cents); the API stores at most two decimals. */
export const amount = z.number().finite().nonnegative().max(1e12);

/** ISO 4217, upper case. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

export const isCountryCode = (text: string | undefined): text is string =>
  text !== undefined && COUNTRY_CODES.has(text);

/** ISO 3166-1 alpha-2, upper case; a country there is. */
export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine(isCountryCode);

/** The API sends identifiers as strings or as numbers; inside the site they are strings. */
export const identifier = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform(String)
  .pipe(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/));

/** An absolute address; whether it may be followed is decided by the site's redirect guard. */
export const address = z.url().max(4096);

export const email = z.string().min(3).max(254);

/** The idempotency key of a purchase: made with the form, so sending the form twice is one purchase. */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** The visitor's id for analytics, made once in their browser. */
export const frontId = z.uuid();

/** The bot check's token: from reCAPTCHA v3, or the site's own for a browser without scripts. */
export const botToken = z.string().max(4096);
