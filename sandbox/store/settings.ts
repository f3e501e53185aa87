import { z } from "zod";
import { countryCode } from "~/upstream/contract/scalars";
import type { Db, Tx } from "./database";

/** What a tester may change on the control page. Kept as text, so a form's fields are parsed by the same schema. */
export const settingsSchema = z.object({
  /** Where addresses are that no test range covers; empty means the address is unknown. */
  default_country: z.union([countryCode, z.literal("")]).default("US"),
  order_lifetime_seconds: z.coerce.number().int().min(1).max(86_400).default(1800),
  /** Paid orders stay in "granting" while this is on. */
  hold_grants: z
    .enum(["on", "off"])
    .default("off")
    .transform((word) => word === "on"),
});
export type Settings = z.output<typeof settingsSchema>;

export async function readSettings(db: Db | Tx): Promise<Settings> {
  const rows = await db.selectFrom("settings").selectAll().execute();
  return settingsSchema.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
}

export async function writeSettings(tx: Tx, settings: Settings): Promise<void> {
  const { hold_grants, ...others } = settings;
  const texts = { ...others, hold_grants: hold_grants ? "on" : "off" };
  for (const [name, value] of Object.entries(texts)) {
    await tx
      .insertInto("settings")
      .values({ name, value: String(value) })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: String(value) }))
      .execute();
  }
}
