import { expect, it } from "vitest";
import { readSettings } from "../../../payments/store/settings";
import { runningPayments } from "../hooks/running-payments";
import { paidOrder } from "../refunds/paid-order";

const RULES = {
  grace_days: 7,
  reminder_days: "0,5",
  notice_days: "0",
  dispute_access: "pause",
  first_user_id: 5_000_000_000,
} as const;

it("payments start with the operator's rules, whatever was set before", async () => {
  const { context } = await runningPayments({ settings: RULES });
  expect(await readSettings(context.db)).toMatchObject(RULES);
});

it("accounts get numbers from the operator's first one on, one after the other", async () => {
  const payments = await runningPayments({ settings: RULES });
  await paidOrder(payments);
  await paidOrder(payments);
  const made = payments.context.db.selectFrom("accounts").select("user_id").where("created_at", ">", 0);
  expect(await made.orderBy("user_id").execute()).toEqual([{ user_id: 5_000_000_000 }, { user_id: 5_000_000_001 }]);
});
