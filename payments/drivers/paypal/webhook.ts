import { createVerify } from "node:crypto";
import { crc32 } from "node:zlib";
import { z } from "zod";
import type { Call, Delivery, HeardEvent } from "../driver";
import { ForgedDelivery } from "../errors";
import { checkTime, eventIn } from "../signed-webhook";
import { signingKeys } from "../signing-keys";
import { links } from "./values";

/**
 * PayPal sends a webhook 25 times in three days. Its documents do not say whether a later one has a time of its own, so one as old as the
 * first is taken. Replayed, it makes us ask PayPal once more, if its id is new at all.
 */
const OLDEST_MS = 3 * 86_400_000;
const PATH = /^\/v1\/notifications\/certs\/[\w-]+$/;
/** In the SDKs that PayPal wrote: messageverificationcerts.paypal.com, and .sandbox.paypal.com. */
const SUBJECT = /^CN=messageverificationcerts\.(sandbox\.)?paypal\.com$/m;

interface WebhookSettings {
  /** Of our webhook in PayPal's dashboard: it is part of what is signed. */
  readonly webhookId: string;
  /** Where PayPal publishes its certificates. */
  readonly certificateOrigins: readonly string[];
}

export function payPalWebhooks({ webhookId, certificateOrigins }: WebhookSettings) {
  const keyAt = signingKeys({ origins: certificateOrigins, path: PATH, subject: SUBJECT });
  /** @throws ForgedDelivery | OutcomeUnknown */
  return async ({ headers, body }: Delivery, call: Call): Promise<HeardEvent> => {
    const header = (name: string) => headers[`paypal-${name}`] ?? "";
    const time = header("transmission-time");
    checkTime(Date.parse(time), call.now(), OLDEST_MS);
    if (header("auth-algo").toUpperCase() !== "SHA256WITHRSA") throw new ForgedDelivery("Signed by another algorithm");
    const key = await keyAt(header("cert-url"), call);
    const signed = `${header("transmission-id")}|${time}|${webhookId}|${crc32(body)}`;
    if (!createVerify("sha256").update(signed).verify(key, header("transmission-sig"), "base64"))
      throw new ForgedDelivery("The signature is wrong");
    const { id: eventId, event_type: kind, resource } = eventIn(event, body);
    return { eventId, kind, ...aboutOf(kind, resource) };
  };
}

const related = z.object({ order_id: z.string().optional() });
const resourceRead = z.object({
  id: z.string().optional(),
  links: links.catch([]),
  supplementary_data: z.object({ related_ids: related.optional() }).optional(),
  /** Of a subscription's payment. */
  billing_agreement_id: z.string().optional(),
  /** Of a refund of such a payment. */
  sale_id: z.string().optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).optional(),
});
const event = z.object({ id: z.string().min(1).max(200), event_type: z.string().max(100), resource: resourceRead });

function aboutOf(kind: string, resource: z.output<typeof resourceRead>): Omit<HeardEvent, "eventId" | "kind"> {
  const { id, supplementary_data, billing_agreement_id, sale_id, disputed_transactions } = resource;
  if (kind.startsWith("CHECKOUT.ORDER.")) return { payment: id };
  // The payment that began it, and what it has become.
  if (kind.startsWith("BILLING.SUBSCRIPTION.")) return { payment: id, subscription: id };
  if (!/^(PAYMENT\.(CAPTURE|SALE)|CUSTOMER\.DISPUTE)\./.test(kind)) return {};
  const order = supplementary_data?.related_ids?.order_id;
  if (order !== undefined) return { payment: order };
  if (billing_agreement_id !== undefined) return { payment: billing_agreement_id, subscription: billing_agreement_id };
  // Refunds and disputes name only what they are about.
  const captured = /\/captures\/([^/?]+)$/.exec(resource.links.find(({ rel }) => rel === "up")?.href ?? "")?.[1];
  return { captureId: disputed_transactions?.[0]?.seller_transaction_id ?? sale_id ?? captured };
}
