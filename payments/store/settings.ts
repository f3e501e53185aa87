import { z } from "zod";
import { countryCode } from "../../app/upstream/contract/values/scalars";
import type { Db, Tx } from "./database";

/** Whose order under way refuses a purchase of the same plan and mailbox: the same browser's, or also another one's. */
export const LIVE_ORDERS = ["browser", "mailbox"] as const;

/** The trial of the weekly plan: at a price; free, with a way to pay for what follows; free without one; or none. */
export const TRIALS = ["paid", "free", "free_without_card", "none"] as const;

const DISPUTE_ACCESS = ["keep", "pause"] as const;

const onOrOff = z.enum(["on", "off"]);
const isOn = (word: z.output<typeof onOrOff>): boolean => word === "on";

/** Stored as text, so that a form's fields are parsed by the same schema. */
export const settingsSchema = z.object({
  /** The country of addresses outside all test ranges; empty: unknown. */
  default_country: z.union([countryCode, z.literal("")]).default("US"),
  order_lifetime_seconds: z.coerce.number().int().min(1).max(86_400).default(1800),
  /** How long after an order has expired unpaid its buyer is written to. */
  resume_mail_after_seconds: z.coerce.number().int().min(0).max(86_400).default(1800),
  /** Paid orders stay in "granting" while this is on. */
  hold_grants: onOrOff.default("off").transform(isOn),
  /** For how many days a plan runs on after its end while its provider has not said that the next period is paid. */
  grace_days: z.coerce.number().int().min(0).max(60).default(3),
  live_orders: z.enum(LIVE_ORDERS).default("browser"),
  trial: z.enum(TRIALS).default("paid"),
  /** While one of these is off, that plan is sold once. */
  weekly_renews: onOrOff.default("on").transform(isOn),
  monthly_renews: onOrOff.default("on").transform(isOn),
  /** All prices, in percent of what they are by default. */
  price_percent: z.coerce.number().int().min(10).max(1000).default(100),
  /** Whether a buyer whose bank takes the money back may use the service meanwhile, and after the bank has decided for them. */
  dispute_access: z.enum(DISPUTE_ACCESS).default("keep"),
  /** Whether the bot check accepts the site's own tokens, used by visitors without scripts. */
  own_proofs: z.enum(["accepted", "refused"]).default("accepted"),
  /** How many analytics events are kept; the oldest go first, but those that report a payment stay. */
  analytics_kept: z.coerce.number().int().min(1).max(5_000_000).default(200_000),
});
export type Settings = z.output<typeof settingsSchema>;

export async function readSettings(db: Db | Tx): Promise<Settings> {
  const rows = await db.selectFrom("settings").selectAll().execute();
  return settingsSchema.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
}
