import { z } from "zod";
import { APP_STORES } from "~/upstream/contract/store-tokens";
import written from "../../docs/store-fees.json";

const looked = {
  /** The page that says so. */
  source: z.url({ protocol: /^https$/ }),
  /** Whether whoever looked it up read that page, somebody who quotes it, or neither. */
  read: z.enum(["original", "quoted", "unread"]),
  /** When somebody last looked it up. */
  lookedAt: z.iso.date(),
};

const deadline = z.strictObject({
  store: z.enum(APP_STORES),
  what: z.enum(["transaction", "token"]),
  days: z.number().int().positive(),
  rule: z.string().min(1),
  ...looked,
});

const fee = z.strictObject({
  store: z.enum(APP_STORES),
  /** As the app names it. */
  programme: z.string(),
  /** A country, or "EEA". */
  region: z.string(),
  /** As the app names it, or any. */
  link: z.string(),
  sale: z.enum(["any", "once", "subscription"]),
  /** From so many paid days of a subscription on. */
  paidDays: z.number().int().positive().optional(),
  /** In percent. */
  parts: z.record(z.string(), z.number().nonnegative()),
  /** Of the price without tax, or with it. */
  of: z.enum(["net", "gross"]),
  from: z.iso.date(),
  note: z.string().optional(),
  ...looked,
});

/** What the stores take and until when they want to know, as docs/store-fees.json has it. */
const rules = z.strictObject({ deadlines: z.array(deadline), fees: z.array(fee) });
export const { deadlines: DEADLINES, fees: FEES } = rules.parse(written);
export type Deadline = z.output<typeof deadline>;
export type FeeRow = z.output<typeof fee>;
