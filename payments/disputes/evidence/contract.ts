import { z } from "zod";
import { PAY_RESULT } from "../../analytics/event-row";
import { soldIn, soldTax } from "../../catalogue/sold";
import { describeSold } from "../../invoices/invoice";
import { agreedWith } from "../../orders/agreed";
import type { Db, Tx } from "../../store/database";
import { paidAttempt, type StoredOrder } from "../../store/orders";
import { timeOf } from "../../time";

/** Who bought, and how that is known. */
export async function buyerFacts(db: Db | Tx, { row }: StoredOrder) {
  const { email, user_id, country_code: country, network_country, language, time_zone } = row;
  const account = db.selectFrom("accounts").select(["user_id", "created_at"]).where("email", "=", email);
  const found = await account.executeTakeFirst();
  return {
    email,
    account: user_id ?? found?.user_id ?? null,
    account_since: found === undefined ? null : timeOf(found.created_at),
    country,
    country_is: network_country === country ? "the network's, and the buyer's choice" : "the buyer's choice",
    country_of_network: network_country,
    network_address: await addressOf(db, row.id),
    time_zone_of_browser: time_zone,
    language,
  };
}

const withAddress = z.object({ ip: z.string() });

/** Stored only with an event of a buyer who has agreed to those. */
async function addressOf(db: Db | Tx, orderId: string): Promise<string | null> {
  const events = db.selectFrom("analytics_events").select("event").where("order_id", "=", orderId);
  const found = await events.where("name", "=", PAY_RESULT).executeTakeFirst();
  const read = withAddress.safeParse(found && JSON.parse(found.event));
  return (read.success && read.data.ip) || null;
}

/** What was shown and sold. */
export function soldFacts(stored: StoredOrder) {
  const paid = paidAttempt(stored);
  if (paid === undefined) return null;
  const { amount, currency, trial_days, renewal_amount, coupon_id, provider, reference, statement } = paid;
  const sold = soldIn(paid);
  const { interval, interval_count, withdrawal } = sold;
  return {
    plan: stored.row.plan_id,
    description: describeSold(sold, trial_days),
    paid_today: { amount, currency },
    tax_in_it: soldTax(sold, amount, currency) ?? null,
    coupon: coupon_id,
    trial_days,
    renews: renewal_amount === null ? null : { amount: renewal_amount, currency, interval, every: interval_count },
    withdrawal_days: withdrawal.days,
    withdrawal_by_law: !withdrawal.isVoluntary,
    statement,
    provider,
    provider_reference: reference,
  };
}

/** What the buyer agreed to by pressing the button: the words that stood there name what begins, what is paid when, and how it ends. */
export function agreedTerms(stored: StoredOrder) {
  const { terms_version, language } = stored.row;
  const paid = paidAttempt(stored);
  const agreed = paid && agreedWith(paid);
  return {
    terms_version: agreed?.terms_version ?? terms_version,
    language: agreed?.language ?? language,
    at: paid === undefined ? null : timeOf(agreed?.agreed_at ?? paid.created_at),
    words_at_the_button: agreed?.text ?? null,
    sha256_of_the_words: agreed?.text_hash ?? null,
    sold_as: agreed?.sale ?? null,
    first_renewal_on: agreed?.renewal?.first_on ?? null,
    ends_with_a_months_notice: agreed?.renewal?.months_notice ?? false,
  };
}
