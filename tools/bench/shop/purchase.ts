import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type AnalyticsEvent, analyticsEvents } from "~/upstream/contract/analytics";
import { redemption } from "~/upstream/contract/apps/redemptions";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { resumeLink } from "~/upstream/contract/subscriptions";
import { geoInfo } from "~/upstream/contract/visitor";
import type { AlwaysPaid } from "./always-paid";
import type { Client } from "./client";

export interface Shop {
  api: Client;
  stripe: AlwaysPaid;
  site: string;
}

const PRICE = { amount: 11.99, currency: "USD" };
const AGREED = "You’re ordering a subscription: $11.99 today, then $11.99 every month, until you cancel. ".repeat(2);
const SHANGHAI_MS = 8 * 3_600_000;
/** As long as what the site seals into the addresses of a return. */
const SEALED = randomBytes(600).toString("base64url");

/** Every call that the site makes for a buyer of the monthly plan, and every webhook, from the form to the page of success. */
export async function buyAll(shop: Shop): Promise<void> {
  const { api } = shop;
  const opened = await openOrder(shop);
  await api.call(soPurchaseResult, { order_id: opened.order_id });
  await tellAnalytics(api, 1);
  await payAt(shop, opened.web_url);
  await api.call(soPurchaseResult, { order_id: opened.order_id });
  const { order_id } = opened;
  const { receipts } = await untilDone(api, order_id);
  await tellAnalytics(api, 1);
  if (receipts === undefined) throw new Error(`${order_id} has no receipts`);
  const { user_id, signed_time, sign } = receipts;
  await api.call(redemption, { order_id, user_id, signed_time, sign });
}

/** A form that was sent. */
export async function openOrder({ api, site }: Shop) {
  const email = `bench-${randomUUID()}@example.com`;
  await api.call(geoInfo, {}, { "x-forwarded-for": "203.0.113.7" });
  await tellAnalytics(api, 5);
  const opened = await api.call(soPurchase, purchaseOf(email, site), { "idempotency-key": randomUUID() });
  const link = { order_id: opened.order_id, email, url: `${site}/continue?o=${SEALED}`, language: "en" };
  await api.call(resumeLink, link);
  return opened;
}

async function payAt({ api, stripe }: Shop, page: string | undefined): Promise<void> {
  const id = page?.slice(page.lastIndexOf("/") + 1) ?? "";
  for (const { body, signature } of stripe.pay(id))
    await api.post("/hooks/stripe", body, { "content-type": "application/json", "stripe-signature": signature });
}

async function untilDone(api: Client, order_id: string) {
  const result = await api.call(soPurchaseResult, { order_id });
  if (result.status !== "success") throw new Error(`${order_id} is ${result.status} after it was paid`);
  return result;
}

function purchaseOf(email: string, site: string) {
  const month = { interval: "month", interval_count: 1 } as const;
  const first_on = new Date().toISOString().slice(0, 10);
  return {
    plan_id: "monthly",
    email,
    country_code: "US",
    ...PRICE,
    browser: createHash("sha256").update(email).digest("base64url"),
    front_id: randomUUID(),
    language: "en",
    terms_version: "2026-11",
    time_zone: "America/New_York",
    agreement: {
      sale: "subscription",
      length: month,
      renewal: { amount: PRICE.amount, ...month, first_on },
      text: AGREED,
      text_hash: createHash("sha256").update(AGREED).digest("hex"),
    },
    return_url: `${site}/return/so?o=${SEALED}`,
    cancel_url: `${site}/return/so?c=${SEALED}`,
  };
}

async function tellAnalytics(api: Client, amount: number): Promise<void> {
  const events = Array.from({ length: amount }, analyticsEventNow);
  const { accepted } = await api.call(analyticsEvents, { user_id: "", events });
  if (accepted !== amount) throw new Error(`Of ${amount} events ${accepted} were accepted`);
}

function analyticsEventNow(): AnalyticsEvent {
  const at = Date.now();
  const texts = { event_id: randomUUID(), page: "/payment/monthly", provider: "so", plan: "monthly", scripts: "on" };
  return {
    event_datetime: new Date(at + SHANGHAI_MS).toISOString().slice(0, 19).replace("T", " "),
    event_timestamp: at * 1000,
    event_name: "page_view",
    event_params: Object.entries(texts).map(([key, string_value]) => ({ key, value: { string_value } })),
    front_id: "",
    user_properties: [],
    language: "en",
    device: { os_name: "Windows", os_version: "11", isIos: false, isAndroid: false },
    country: "United States",
    country_code: "US",
    app_name: "bench",
    access_type: "checkout",
    ip: "203.0.113.7",
    app_type: 502,
    app_info: { id: "502", version: "1" },
  };
}
