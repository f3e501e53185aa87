import { crc32 } from "node:zlib";
import { z } from "zod";
import type { Call, Delivery, HeardEvent } from "../driver";
import { ForgedDelivery } from "../errors";
import { checkTime, eventIn } from "../signed-webhook";
import { certificateCheck } from "../signing-certificates";
import type { PayPalSettings } from "./api";
import { links } from "./values";

/**
 * PayPal sends a webhook 25 times in three days. Its documents do not say whether a later one has a time of its own, so one as old as the
 * first is taken. Replayed, it makes us ask PayPal once more, if its id is new at all.
 */
const OLDEST_MS = 3 * 86_400_000;
const PATH = /^\/v1\/notifications\/certs\/[\w-]+$/;
/** In the SDKs that PayPal wrote: messageverificationcerts.paypal.com, and .sandbox.paypal.com. */
const SUBJECT = /^CN=messageverificationcerts\.(sandbox\.)?paypal\.com$/m;

export function payPalWebhooks({ webhookId, apiOrigin }: PayPalSettings) {
  const origins = [apiOrigin, apiOrigin.replace("//api-m.", "//api.")];
  const check = certificateCheck({ origins, path: PATH, subject: SUBJECT });
  /** @throws ForgedDelivery | OutcomeUnknown */
  return async ({ headers, body }: Delivery, call: Call): Promise<HeardEvent> => {
    const header = (name: string) => headers[`paypal-${name}`] ?? "";
    const time = header("transmission-time");
    checkTime(Date.parse(time), call.now(), OLDEST_MS);
    if (header("auth-algo").toUpperCase() !== "SHA256WITHRSA") throw new ForgedDelivery("Signed by another algorithm");
    const text = `${header("transmission-id")}|${time}|${webhookId}|${crc32(body)}`;
    await check({ text, signature: header("transmission-sig"), address: header("cert-url") }, call);
    const { id: eventId, event_type: kind, resource } = eventIn(event, body);
    return { eventId, kind, ...aboutOf(kind, resource) };
  };
}

const name = z.string().optional();
const resourceRead = z.object({
  id: name,
  links: links.catch([]),
  supplementary_data: z.object({ related_ids: z.object({ order_id: name }).prefault({}) }).prefault({}),
  /** Of a subscription's payment. */
  billing_agreement_id: name,
  /** Of a refund of such a payment. */
  sale_id: name,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).default([]),
});
const event = z.object({ id: z.string().min(1).max(200), event_type: z.string().max(100), resource: resourceRead });

const CONCERNS_US = /^(CHECKOUT\.ORDER|BILLING\.SUBSCRIPTION|PAYMENT\.(CAPTURE|SALE)|CUSTOMER\.DISPUTE)\./;

function aboutOf(kind: string, resource: z.output<typeof resourceRead>): Partial<HeardEvent> {
  const { id, links, supplementary_data, billing_agreement_id, sale_id, disputed_transactions } = resource;
  if (!CONCERNS_US.test(kind)) return {};
  // It is also the payment that began it.
  const subscription = kind.startsWith("BILLING.") ? id : billing_agreement_id;
  const payment = kind.startsWith("CHECKOUT.") ? id : (supplementary_data.related_ids.order_id ?? subscription);
  if (payment !== undefined) return { payment, subscription };
  // Refunds and disputes name only what they are about.
  const captured = /\/captures\/([^/?]+)$/.exec(links.find(({ rel }) => rel === "up")?.href ?? "")?.[1];
  return { captureId: disputed_transactions[0]?.seller_transaction_id ?? sale_id ?? captured };
}
