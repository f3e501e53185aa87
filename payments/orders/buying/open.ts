import { randomBytes } from "node:crypto";
import { mailboxOf } from "../../../app/upstream/contract/values/mailbox";
import { soldText } from "../../catalogue/sold";
import { NEW_ORDER } from "../../machine/order-record";
import type { Tx } from "../../store/database";
import { insertAttempt, insertOrder, loadOrder, type StoredOrder } from "../../store/orders";
import { readSettings } from "../../store/settings";
import type { Agreed } from "../agreed";
import { endLostAttempts } from "../lost-attempts";
import { backAddress } from "../opening/back-address";
import { openingOf } from "../opening/opening";
import { openingText } from "../opening/stored-opening";
import { recordEvent } from "../record";
import type { AttemptRow, OrderRow } from "../tables";
import type { Purchase } from "./purchase";
import type { Terms } from "./terms";

/** Closes the failed orders that a new order for the same plan replaces. */
export async function supersede(tx: Tx, open: StoredOrder[], now: number): Promise<void> {
  for (const stored of open) await recordEvent(tx, stored, { type: "superseded" }, now);
}

type Consent = Pick<Purchase, "language" | "timeZone" | "termsVersion">;
type OrderFacts = Consent &
  Pick<
    Purchase,
    "plan" | "buyer" | "browser" | "country" | "networkCountry" | "appType" | "attribution" | "frontId" | "now"
  >;

export async function openOrder(tx: Tx, facts: OrderFacts): Promise<StoredOrder> {
  const { plan, buyer, browser, country, attribution, frontId, language, timeZone, termsVersion, now } = facts;
  const row: OrderRow = {
    id: `ord_${randomBytes(12).toString("hex")}`,
    state: NEW_ORDER.state,
    grant_state: NEW_ORDER.grant,
    plan_id: plan.id,
    email: buyer.email,
    mailbox: mailboxOf(buyer.email),
    user_id: buyer.userId,
    browser,
    country_code: country,
    attribution,
    front_id: frontId,
    language,
    time_zone: timeZone,
    terms_version: termsVersion,
    network_country: facts.networkCountry,
    app_type: facts.appType,
    created_at: now,
    expires_at: now,
  };
  await insertOrder(tx, row);
  return { row, attempts: [], order: NEW_ORDER };
}

/** An order goes on in the language of the latest attempt, and under the terms that were agreed to with it. */
export async function continueOrder(
  tx: Tx,
  stored: StoredOrder,
  { language, timeZone, termsVersion }: Consent,
): Promise<StoredOrder> {
  const agreed = {
    language: language ?? stored.row.language,
    time_zone: timeZone ?? stored.row.time_zone,
    terms_version: termsVersion ?? stored.row.terms_version,
  };
  await tx.updateTable("orders").set(agreed).where("id", "=", stored.row.id).execute();
  return { ...stored, row: { ...stored.row, ...agreed } };
}

type AttemptFacts = Pick<Purchase, "catalogue" | "returnUrl" | "cancelUrl" | "now" | "agreement" | "origin"> &
  Consent & {
    provider: NonNullable<AttemptRow["provider"]>;
  };

/** Nothing is due, now or later: the coupon is redeemed and the order granted without asking a provider. @returns the attempt's id */
export async function giveAway(tx: Tx, stored: StoredOrder, facts: AttemptFacts, terms: Terms): Promise<string> {
  const attemptId = await insertNext(tx, stored, facts, terms, null);
  const { price, coupon } = terms;
  const event = { type: "nothing_due", attemptId, price, hasCoupon: coupon !== undefined } as const;
  await recordEvent(tx, stored, event, facts.now);
  const given = await loadOrder(tx, stored.row.id);
  if (given) await endLostAttempts(tx, given, facts.now);
  return attemptId;
}

/** Makes the next attempt, for which no provider is asked yet, and restarts the order's lifetime. @returns the attempt's id */
export async function openAttempt(tx: Tx, stored: StoredOrder, facts: AttemptFacts, terms: Terms): Promise<string> {
  const { row } = stored;
  const { now } = facts;
  const { order_lifetime_seconds } = await readSettings(tx);
  const expires_at = now + order_lifetime_seconds * 1000;
  const attemptId = await insertNext(tx, { ...stored, row: { ...row, expires_at } }, facts, terms, facts.provider);
  await tx.updateTable("orders").set({ expires_at }).where("id", "=", row.id).execute();
  const { price, coupon } = terms;
  await recordEvent(tx, stored, { type: "attempt_started", attemptId, price, hasCoupon: coupon !== undefined }, now);
  return attemptId;
}

async function insertNext(
  tx: Tx,
  { row, attempts }: StoredOrder,
  facts: AttemptFacts,
  terms: Terms,
  provider: AttemptRow["provider"],
): Promise<string> {
  const { plan, price, coupon, trialDays, renewalAmount } = terms;
  const { returnUrl, cancelUrl, now } = facts;
  const id = `att_${randomBytes(12).toString("hex")}`;
  const session = randomBytes(24).toString("base64url");
  const addresses = { returnUrl, cancelUrl: backAddress(facts.origin, { session }) };
  const opening = openingOf({ ...facts, ...addresses, attemptId: id, order: row }, terms);
  await insertAttempt(tx, {
    id,
    order_id: row.id,
    position: attempts.length,
    state: "created",
    bucket: null,
    ...price,
    coupon_id: coupon?.id ?? null,
    hold: coupon ? "held" : null,
    session,
    return_url: returnUrl,
    cancel_url: cancelUrl,
    created_at: now,
    provider,
    reference: id,
    opening: provider === null ? null : openingText(opening),
    sold: soldText(facts.catalogue, plan, row.country_code, coupon),
    trial_days: trialDays,
    renewal_amount: renewalAmount,
    agreement: agreementText(facts),
  });
  return id;
}

function agreementText({
  agreement,
  language,
  termsVersion: terms_version,
  now: agreed_at,
}: AttemptFacts): string | null {
  if (agreement === undefined) return null;
  return JSON.stringify({ ...agreement, language, terms_version, agreed_at } satisfies Agreed);
}
