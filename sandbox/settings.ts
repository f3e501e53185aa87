import { z } from "zod";
import { countryCode } from "~/upstream/contract/values/scalars";
import type { Db, Tx } from "../payments/store/database";
import { onOrOff, settingsSchema, writeSettings } from "../payments/store/settings";
import { WEBHOOK_MODES } from "./providers/reports/webhooks";

/** The trial of the weekly plan: at a price; free, with a way to pay for what follows; free without one; or none. */
export const TRIALS = ["paid", "free", "free_without_card", "none"] as const;

/** The setting of one provider; empty: the setting for all. */
const webhooksOfOne = z.enum(["", ...WEBHOOK_MODES]).default("");

/** The settings on the control page: those of the payments API, what is sold, and how simulated providers behave. */
export const sandboxSettingsSchema = settingsSchema.extend({
  /** The country of addresses outside all test ranges; empty: unknown. */
  default_country: z.union([countryCode, z.literal("")]).default("US"),
  trial: z.enum(TRIALS).default("paid"),
  /** While one of these is off, that plan is sold once. */
  weekly_renews: onOrOff.default(true),
  monthly_renews: onOrOff.default(true),
  /** All prices, in percent of what they are in catalogue.json. */
  price_percent: z.coerce.number().int().min(10).max(1000).default(100),
  /** Whether the bot check accepts the site's own tokens, used by visitors without scripts. */
  own_proofs: z.enum(["accepted", "refused"]).default("accepted"),
  webhooks: z.enum(WEBHOOK_MODES).default("normal"),
  webhooks_late_seconds: z.coerce.number().int().min(1).max(3600).default(30),
  webhooks_pd: webhooksOfOne,
  webhooks_ps: webhooksOfOne,
  webhooks_rz: webhooksOfOne,
  webhooks_rb: webhooksOfOne,
  webhooks_so: webhooksOfOne,
  webhooks_gap: webhooksOfOne,
  webhooks_tpa: webhooksOfOne,
});
export type SandboxSettings = z.output<typeof sandboxSettingsSchema>;

export async function readSandboxSettings(db: Db | Tx): Promise<SandboxSettings> {
  const rows = await db.selectFrom("settings").selectAll().execute();
  return sandboxSettingsSchema.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
}

/** The settings as text, as they are sent by the form and stored. */
export const settingTexts = (settings: SandboxSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, settingText(value)]));

export const settingText = (value: string | number | boolean): string => {
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
};

export const writeSandboxSettings = (tx: Tx, settings: SandboxSettings): Promise<void> =>
  writeSettings(tx, settingTexts(settings));
