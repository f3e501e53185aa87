import { randomUUID } from "node:crypto";
import type { Tx } from "../../../payments/store/database";

/** An order with two attempts that nobody paid, whose other facts are of no account. */
export async function insertUnpaid(tx: Tx, now: number): Promise<{ id: string; attempts: string[] }> {
  const id = randomUUID();
  const unsaid = { user_id: null, browser: null, attribution: null, front_id: null, language: null, time_zone: null };
  await tx
    .insertInto("orders")
    .values({
      ...unsaid,
      id,
      state: "paying",
      grant_state: "none",
      plan_id: "monthly",
      email: "buyer@example.com",
      mailbox: "buyer@example.com",
      country_code: "DE",
      terms_version: null,
      network_country: null,
      created_at: now,
      expires_at: now,
    })
    .execute();
  const attempts = [randomUUID(), randomUUID()];
  for (const [position, attemptId] of attempts.entries())
    await insertAttempt(tx, { id: attemptId, order_id: id, position, now });
  return { id, attempts };
}

async function insertAttempt(
  tx: Tx,
  { now, ...attempt }: { id: string; order_id: string; position: number; now: number },
): Promise<void> {
  const unsaid = {
    bucket: null,
    coupon_id: null,
    hold: null,
    trial_days: null,
    renewal_amount: null,
    agreement: null,
    sold: "",
  };
  const addresses = { return_url: "http://localhost/", cancel_url: "http://localhost/" };
  const paid = {
    amount: 11.99,
    currency: "EUR",
    provider: "so",
    reference: randomUUID(),
    session: randomUUID(),
  } as const;
  await tx
    .insertInto("attempts")
    .values({ ...unsaid, ...addresses, ...paid, ...attempt, state: "sent", created_at: now })
    .execute();
}
