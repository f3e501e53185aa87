import { z } from "zod";

/** An amount in major units ("9.99", not 999 cents); the API stores at most two decimals. */
export const amount = z.number().finite().nonnegative().max(1e12);

/** ISO 4217, upper case. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/**
 * Currencies that are not shown with 2 decimals: a table, because runtimes disagree (HUF, IDR, COP, PKR). As ISO 4217 says, but
 * for IDR and TWD: no shop there shows sen or cents, and no bank charges them.
 */
const NO_DIGITS: ReadonlySet<string> = new Set(
  "BIF CLP DJF GNF IDR ISK JPY KMF KRW PYG RWF TWD UGX VND VUV XAF XOF XPF".split(" "),
);
const THREE_DIGITS: ReadonlySet<string> = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** How many decimals a currency shows. */
export function decimalsOf(currency: string): number {
  if (NO_DIGITS.has(currency)) return 0;
  return THREE_DIGITS.has(currency) ? 3 : 2;
}

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

/**
 * The countries and territories of ISO 3166-1, alpha-2: 249 codes, and XK, which is reserved for Kosovo and used by everybody.
 * Codes that stand for nowhere (XX, ZZ), for several countries (EU, UN) or for another code (UK) are none.
 */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(
  [
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ",
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR",
    "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP",
    "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT",
    "MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW",
    "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ",
    "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW",
  ].flatMap((row) => row.split(" ")),
);

/** Scalars in answers, which another backend may send in another type. Request bodies stay strict. */

const NUMBER_AS_TEXT = /^-?\d{1,15}(\.\d{1,12})?$/;

const number = z.union([z.number(), z.string().trim().regex(NUMBER_AS_TEXT).transform(Number)]);

/** 9.99 or "9.99", not negative. */
export const amountRead = number.pipe(amount);

export const wholeRead = number.pipe(z.number().int().safe());

/** "usd" or "USD". */
export const currencyRead = z.string().trim().toUpperCase().pipe(currencyCode);

/** Text, or a number as text. */
export const textRead = z.union([z.string(), z.number().transform(String)]);

const YES: readonly unknown[] = [true, 1, "1", "true", "yes"];
const NO: readonly unknown[] = [false, 0, "0", "false", "no"];

export const yesOrNo = z
  .union([z.boolean(), z.number(), z.string().toLowerCase()])
  .refine((said) => YES.includes(said) || NO.includes(said))
  .transform((said) => YES.includes(said));

const SECONDS_BELOW = 1e11;

/** A day of the calendar, such as 2026-11-25. */
export const dayRead = z.iso.date();

/** An instant: ISO 8601, or seconds or milliseconds since 1970; becomes ISO 8601. Without a time zone it is UTC. */
export const instantRead = z
  .union([number, z.string().trim().max(40)])
  .transform((given) =>
    typeof given === "number" ? new Date(given < SECONDS_BELOW ? given * 1000 : given) : dateOf(given),
  )
  .refine((date) => !Number.isNaN(date.getTime()))
  .transform((date) => date.toISOString());

/** A day of the calendar, such as 2026-11-27, where the buyer is: it lasts to its end there. */
export const isoDay = z.iso.date();

/** An instant, or a day alone, which stays one: of that its zone is not known, and it is no moment of UTC. */
export const momentRead = z.union([isoDay, instantRead]);

function dateOf(text: string): Date {
  const isWithoutZone = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text);
  return new Date(isWithoutZone ? `${text.replace(" ", "T")}Z` : text);
}

const CENTURY_SECONDS = 100 * 365 * 24 * 60 * 60;

/** A plan's remaining seconds, between 0 and a century: backends send any number for lifetime or ended plans. */
export const remainSeconds = number.transform((seconds) =>
  Math.min(Math.max(Number.isNaN(seconds) ? 0 : Math.floor(seconds), 0), CENTURY_SECONDS),
);

/** An optional field: null, missing or unreadable becomes undefined. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined)
    .optional();

/** A text field with a default for null, missing or unreadable. */
export const textOr = (fallback: string, longest: number) =>
  textRead
    .nullish()
    .transform((text) => (text ?? fallback).slice(0, longest))
    .catch(fallback);
