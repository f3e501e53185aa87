import { z } from "zod";
import type { Delivery, HeardEvent } from "../driver";
import { checkHmac, checkTime, eventIn, valuesIn } from "../signed-webhook";
import type { PaddleSettings } from "./api";

const id = z.string().optional().catch(undefined);
const data = z.object({
  id,
  transaction_id: id,
  subscription_id: id,
  origin: id,
  custom_data: z.object({ attempt: id }).optional().catch(undefined),
});
const event = z.object({ event_id: z.string().min(1).max(200), event_type: z.string().max(100), data });

/** @throws ForgedDelivery */
export function hear({ body, headers }: Delivery, { webhookSecrets }: PaddleSettings, now: number): HeardEvent {
  const valuesOf = valuesIn(headers["paddle-signature"], ";");
  const [time = "none"] = valuesOf("ts");
  checkTime(Number(time) * 1000, now);
  checkHmac({ parts: [`${time}:`, body], signatures: valuesOf("h1"), secrets: webhookSecrets });
  const { event_id: eventId, event_type: kind, data } = eventIn(event, body);
  return { eventId, kind, ...CONCERNED[kind.split(".")[0] ?? ""]?.(data) };
}

/** Whom to ask about. Renewals have the data of the first payment, so only the transactions that we made tell of an attempt. */
const CONCERNED: Readonly<Record<string, (about: z.output<typeof data>) => Partial<HeardEvent>>> = {
  transaction: ({ id, origin, subscription_id, custom_data }) =>
    origin === "api" ? { payment: id, attemptId: custom_data?.attempt } : { subscription: subscription_id },
  adjustment: ({ transaction_id, subscription_id }) => ({ captureId: transaction_id, subscription: subscription_id }),
  subscription: ({ id, custom_data }) => ({ attemptId: custom_data?.attempt, subscription: id }),
};
