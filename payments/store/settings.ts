import { z } from "zod";
import type { Db, Tx } from "./database";

/** Whose order under way refuses a purchase of the same plan and mailbox: the same browser's, or also another one's. */
export const LIVE_ORDERS = ["browser", "mailbox"] as const;

/** What is stored of a setting that is on or off. */
export const onOrOff = z.enum(["on", "off"]).transform((word) => word === "on");

export const DISPUTE_ACCESS = ["keep", "pause"] as const;

/** As many digits as links and calls have at most, with room for those that follow. */
export const MOST_USER_ID = 900_000_000_000_000;

/** Days after a renewal has failed, each later than the one before: "0,2,6". */
export const reminderDays = z
  .string()
  .regex(/^\d{1,2}(,\d{1,2}){0,9}$/, "must be up to ten numbers of days, such as 0,2,6")
  .refine((text) => daysIn(text).every((day) => day <= 60), "must be 60 days at most")
  .refine((text) => {
    const days = daysIn(text);
    return days.every((day, at) => day > (days[at - 1] ?? -1));
  }, "each day must be later than the one before, such as 0,2,6")
  .default("0,2,6");

/** When an owner is told of the next payment: so many days before it. */
interface Notice {
  days: number;
  /** When a trial ends, or where the card expires before; undefined: when a period renews. */
  of: "trial" | "card" | undefined;
  /** For periods of so many months or longer. */
  months: number;
}

const NOTICE = /^(?:(trial|card)|([1-9]\d?)months?):(\d{1,2})$/;

function noticeIn(part: string): Notice[] {
  const [, of, months = 0, days] = NOTICE.exec(part) ?? [];
  const isNamed = of === "trial" || of === "card";
  return days === undefined ? [] : [{ days: Number(days), of: isNamed ? of : undefined, months: Number(months) }];
}

/** Longer periods come first: of those that a period is long enough for, the first one holds. */
export const noticesIn = (text: string): Notice[] =>
  text
    .split(",")
    .flatMap(noticeIn)
    .sort((one, other) => other.months - one.months);

const isOneOfEach = (notices: readonly Notice[]): boolean =>
  new Set(notices.map(({ of, months }) => of ?? months)).size === notices.length;

/** "trial:7,2months:30,card:14"; "0": nobody is told. */
export const noticeDays = z
  .string()
  .refine((text) => text === "0" || text.split(",").every((part) => NOTICE.test(part)), {
    error: "must be 0, or parts such as trial:7,2months:30,card:14",
    abort: true,
  })
  .refine((text) => noticesIn(text).every(({ days }) => days >= 2 && days <= 90), "must be 2 to 90 days")
  .refine(
    (text) => noticesIn(text).every(({ of, days, months }) => of !== undefined || days < months * 28),
    "a notice must be shorter than its period",
  )
  .refine((text) => isOneOfEach(noticesIn(text)), "must have each length once")
  .default("trial:7,2months:30,card:14");

export const daysIn = (text: string): number[] => text.split(",").map(Number);

/** What an operator may set while it runs. Stored as text, so that a form's fields are parsed by the same schema. */
export const settingsSchema = z.object({
  order_lifetime_seconds: z.coerce.number().int().min(1).max(86_400).default(1800),
  /** How long after an order has expired unpaid its buyer is written to. */
  resume_mail_after_seconds: z.coerce.number().int().min(0).max(86_400).default(1800),
  /** Paid orders stay in "granting" while this is on. */
  hold_grants: onOrOff.default(false),
  /** For how many days a plan runs on after its end while its provider has not said that the next period is paid. */
  grace_days: z.coerce.number().int().min(0).max(60).default(3),
  /** When the owner of a renewal that failed is written to. */
  reminder_days: reminderDays,
  /** When an owner is told of the next payment. */
  notice_days: noticeDays,
  live_orders: z.enum(LIVE_ORDERS).default("browser"),
  /** Whether a buyer whose bank takes the money back may use the service meanwhile, and after the bank has decided for them. */
  dispute_access: z.enum(DISPUTE_ACCESS).default("keep"),
  /** No account gets a lower number: those below are somebody else's, such as the operator's own users'. */
  first_user_id: z.coerce.number().int().min(1).max(MOST_USER_ID).default(1),
  /** How many analytics events are kept; the oldest go first, but those that report a payment stay. */
  analytics_kept: z.coerce.number().int().min(1).max(5_000_000).default(200_000),
});
type Settings = z.output<typeof settingsSchema>;

/** What the environment sets, and no page. */
export type FixedSettings = Pick<
  Settings,
  "grace_days" | "reminder_days" | "notice_days" | "dispute_access" | "first_user_id"
>;

export async function readSettings(db: Db | Tx): Promise<Settings> {
  const rows = await db.selectFrom("settings").selectAll().execute();
  return settingsSchema.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
}

/** @param texts as a form sends them */
export async function writeSettings(db: Db | Tx, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(texts)) {
    await db
      .insertInto("settings")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }
}
