import { z } from "zod";
import type { Db, Tx } from "../payments/store/database";
import { settingsSchema } from "../payments/store/settings";
import { WEBHOOK_MODES } from "./providers/reports/webhooks";

/** The setting of one provider; empty: the setting for all. */
const webhooksOfOne = z.enum(["", ...WEBHOOK_MODES]).default("");

/** The settings on the control page: those of the payments API, and how simulated providers behave. */
export const sandboxSettingsSchema = settingsSchema.extend({
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

export async function writeSandboxSettings(tx: Tx, settings: SandboxSettings): Promise<void> {
  for (const [name, value] of Object.entries(settingTexts(settings))) {
    await tx
      .insertInto("settings")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }
}
