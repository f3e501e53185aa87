import { z } from "zod";
import type { Delivery, HeardEvent } from "../driver";
import { ForgedDelivery } from "../errors";
import { links } from "./values";

const related = z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional();
const resourceRead = z.object({
  id: z.string().optional(),
  links: links.catch([]),
  supplementary_data: related,
  /** Of a subscription's payment. */
  billing_agreement_id: z.string().optional(),
  /** Of a refund of such a payment. */
  sale_id: z.string().optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).optional(),
});
const eventRead = z.object({ id: z.string().min(1).max(200), event_type: z.string().max(100), resource: resourceRead });

/** @throws ForgedDelivery for what is no event, though it was signed */
export function readEvent({ body }: Delivery): HeardEvent {
  const read = eventRead.safeParse(parsed(body));
  if (!read.success) throw new ForgedDelivery("PayPal webhook without an event");
  const { id: eventId, event_type: kind, resource } = read.data;
  return { eventId, kind, ...aboutOf(kind, resource) };
}

type About = Pick<HeardEvent, "payment" | "captureId" | "subscription">;

function aboutOf(kind: string, resource: z.output<typeof resourceRead>): About {
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

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
