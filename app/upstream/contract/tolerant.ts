import { z } from "zod";
import { amount, currencyCode } from "./scalars";

/** Scalars of answers: what another backend writes in another type is read as what it means. Bodies stay exact. */

const NUMBER_AS_TEXT = /^-?\d{1,15}(\.\d{1,12})?$/;

const number = z.union([z.number(), z.string().trim().regex(NUMBER_AS_TEXT).transform(Number)]);

/** 9.99 or "9.99"; below zero it is none. */
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

/** An instant as ISO 8601, as seconds or as milliseconds since 1970; inside the site it is ISO 8601. Without a zone it is UTC. */
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

/** The seconds that remain of a plan. One for life may say any number, which no calendar would reach; one that is over, any below zero. */
export const remainSeconds = number.transform((seconds) =>
  Math.min(Math.max(Number.isNaN(seconds) ? 0 : Math.floor(seconds), 0), CENTURY_SECONDS),
);

/** A field that a page can do without: null, missing or unreadable, it is not there. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined)
    .optional();

/** A field that has a stand-in where it is null, missing or unreadable. */
export const textOr = (fallback: string, longest: number) =>
  textRead
    .nullish()
    .transform((text) => (text ?? fallback).slice(0, longest))
    .catch(fallback);
