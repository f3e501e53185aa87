import { expect, it } from "vitest";
import { z } from "zod";
import { openDatabase } from "../../payments/store/database";
import { order } from "./buyer";
import { takeBack } from "./older-database";
import { runningSandbox } from "./running-sandbox";
import { needsFile } from "./shared-database";

const SALES = [
  { plan_id: "yearly", country_code: "DE", amount: 46.99, currency: "EUR" },
  { plan_id: "two-years", country_code: "ES", amount: 64.99, currency: "EUR" },
  { plan_id: "monthly", country_code: "JP", amount: 1800, currency: "JPY" },
  { plan_id: "yearly", country_code: "KR", amount: 65900, currency: "KRW" },
  { plan_id: "yearly", country_code: "ID", amount: 749000, currency: "IDR" },
  { plan_id: "weekly", country_code: "US", amount: 0.99, currency: "USD" },
  { plan_id: "monthly", country_code: "NO", amount: 11.99, currency: "USD" },
  { plan_id: "monthly", country_code: "US", amount: 6, currency: "USD", coupon_id: "ONCE50" },
];

async function soldIn(dataDir: string): Promise<Record<string, unknown>[]> {
  const db = await openDatabase(dataDir, undefined, "sandbox.db");
  const rows = await db.selectFrom("attempts").select("sold").orderBy("created_at").orderBy("id").execute();
  await db.destroy();
  return rows.map(({ sold }) => z.looseObject({}).parse(JSON.parse(sold)));
}

it("what older attempts sold is written down as newer ones have it", needsFile, async () => {
  const { sandbox, dataDir, ...target } = await runningSandbox();
  for (const [at, sale] of SALES.entries()) await order({ ...target }, { ...sale, email: `buyer${at}@example.com` });
  await sandbox.close();
  const written = await soldIn(dataDir);
  expect(written).toHaveLength(SALES.length);
  takeBack(dataDir, "032-sold");
  // Nobody was promised money back when they were sold.
  expect(await soldIn(dataDir)).toEqual(written.map(({ moneyBack: _, ...sold }) => sold));
});
