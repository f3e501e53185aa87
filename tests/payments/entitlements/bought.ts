import { randomUUID } from "node:crypto";
import { mailboxOf } from "~/upstream/contract/values/mailbox";
import { settleOrder } from "../../../payments/orders/advance";
import type { Tx } from "../../../payments/store/database";
import { saleAt, soldOf } from "../sale";

interface Sale {
  email: string;
  userId?: number | null;
  planId?: "monthly" | "yearly";
  renews?: boolean;
  now: number;
}

/** An order that is paid and granted, as if its provider had just said so. @returns its id */
export async function buy(tx: Tx, { email, userId = null, planId = "monthly", renews = false, now }: Sale) {
  const [id, attempt] = [`ord_${randomUUID()}`, `att_${randomUUID()}`];
  const unsaid = { browser: null, attribution: null, front_id: null, language: null, time_zone: null };
  await tx
    .insertInto("orders")
    .values({
      ...unsaid,
      id,
      state: "granting",
      grant_state: "queued",
      plan_id: planId,
      email,
      mailbox: mailboxOf(email),
      user_id: userId,
      country_code: "DE",
      terms_version: null,
      network_country: null,
      app_type: null,
      created_at: now,
      expires_at: now,
    })
    .execute();
  const sold = soldOf(planId, "DE");
  await insertPaid(tx, { id: attempt, order_id: id, created_at: now, sold, renewal_amount: renews ? 11.99 : null });
  await settleOrder(saleAt(tx, now), id);
  return id;
}

interface PaidAttempt {
  id: string;
  order_id: string;
  created_at: number;
  sold: string;
  renewal_amount: number | null;
}

async function insertPaid(tx: Tx, attempt: PaidAttempt): Promise<void> {
  const paid = { amount: 11.99, currency: "EUR" };
  const unsaid = { bucket: null, coupon_id: null, hold: null, trial_days: null, agreement: null };
  const addresses = { return_url: "http://localhost/", cancel_url: "http://localhost/" };
  const at = { provider: "so", reference: attempt.id, session: randomUUID(), position: 0 } as const;
  await tx
    .insertInto("attempts")
    .values({ ...unsaid, ...addresses, ...paid, ...at, ...attempt, state: "succeeded" })
    .execute();
  const capture = { id: `cap_${attempt.id}`, order_id: attempt.order_id, attempt_id: attempt.id };
  await tx
    .insertInto("captures")
    .values({ ...capture, ...paid, state: "kept" })
    .execute();
}
