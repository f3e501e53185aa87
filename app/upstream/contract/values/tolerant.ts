import { z } from "zod";
import { amount, currencyCode } from "./scalars";

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

/** An instant: ISO 8601, or seconds or milliseconds since 1970; becomes ISO 8601. Without a time zone it is UTC. */
export const instantRead = z
  .union([number, z.string().trim().max(40)])
  .transform((given) =>
    typeof given === "number" ? new Date(given < SECONDS_BELOW ? given * 1000 : given) : dateOf(given),
  )
  .refine((date) => !Number.isNaN(date.getTime()))
  .transform((date) => date.toISOString());

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
