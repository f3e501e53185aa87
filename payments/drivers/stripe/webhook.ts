import { z } from "zod";
import type { Delivery, HeardEvent } from "../driver";
import { checkHmac, checkTime, eventIn, valuesIn } from "../signed-webhook";
import type { StripeSettings } from "./api";

const id = z.string().optional().catch(undefined);
const parent = z.object({ subscription_details: z.object({ subscription: id }) });

/** Loose: an event has the shape of the version that the account is set to. */
const eventObject = z.object({
  object: z.string(),
  id,
  charge: id,
  client_reference_id: id,
  metadata: z.object({ attempt: id }).optional().catch(undefined),
  subscription: id,
  parent: parent.optional().catch(undefined),
});
const event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  /** One of an account for which a platform calls. */
  account: z.string().nullish(),
  data: z.object({ object: eventObject }),
});

/** @throws ForgedDelivery */
export function hear(
  { body, headers }: Delivery,
  { secretKey, webhookSecrets }: StripeSettings,
  now: number,
): HeardEvent {
  const valuesOf = valuesIn(headers["stripe-signature"], ",");
  const [time = "none"] = valuesOf("t");
  checkTime(Number(time) * 1000, now);
  checkHmac({ parts: [`${time}.`, body], signatures: valuesOf("v1"), secrets: webhookSecrets });
  const { id: eventId, type: kind, account, livemode, data } = eventIn(event, body);
  const isOurs = account == null && livemode === /^.k_live_/.test(secretKey);
  return { eventId, kind, ...(isOurs ? CONCERNED[data.object.object]?.(data.object) : {}) };
}

/** Whom to ask about, by whichever ids the object has. */
const CONCERNED: Readonly<Record<string, (object: z.output<typeof eventObject>) => Partial<HeardEvent>>> = {
  "checkout.session": ({ id, client_reference_id }) => ({ payment: id, attemptId: client_reference_id }),
  payment_intent: ({ metadata }) => ({ attemptId: metadata?.attempt }),
  charge: ({ id, metadata }) => ({ attemptId: metadata?.attempt, captureId: id }),
  refund: ({ charge }) => ({ captureId: charge }),
  dispute: ({ charge }) => ({ captureId: charge }),
  invoice: ({ subscription, parent }) => ({ subscription: subscription ?? parent?.subscription_details.subscription }),
  subscription: ({ id, metadata }) => ({ attemptId: metadata?.attempt, subscription: id }),
};
