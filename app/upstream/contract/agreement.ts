import { z } from "zod";
import { amount } from "~/upstream/contract/values/scalars";

/** How a plan is sold: `trial_without_method` is a trial that costs nothing, asks for no way to pay and ends by itself. */
const SOLD_AS = ["once", "subscription", "paid_trial", "free_trial", "trial_without_method"] as const;
export type SoldAs = (typeof SOLD_AS)[number];

const length = {
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.number().int().positive().max(365),
};

/** What is sold, beside the price of today. */
export const soldTerms = z.object({
  sale: z.enum(SOLD_AS),
  /** The time that begins today: the trial's where there is one, else the period. */
  length: z.object(length),
  /**
   * Every further payment, in the currency of the price; missing: there is none. `first_on` is the day of the first. With `months_notice`
   * the contract can be ended with a month's notice from that day on, and what was paid for the time after it goes back.
   */
  renewal: z.object({ amount, ...length, first_on: z.iso.date(), months_notice: z.boolean().optional() }).optional(),
  /** The tax in (or on top of) the price of today; missing where it is not known. */
  tax: z.object({ amount, included: z.boolean() }).optional(),
});
export type SoldTerms = z.output<typeof soldTerms>;

const LONGEST_TEXT = 2_000;

/**
 * What a buyer has agreed to by pressing the button, with the words that stood there: `text` in the language of the purchase, and
 * `text_hash`, the SHA-256 of its UTF-8 bytes in hex. The text is missing where the site has been changed since and only the hash is left.
 */
export const agreement = soldTerms.extend({
  text: z.string().min(1).max(LONGEST_TEXT).optional(),
  text_hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Agreement = z.output<typeof agreement>;
