import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Delivery, HeardEvent } from "../driver";
import { ForgedDelivery } from "../errors";

/** Both ways: a time in the future could be sent again for as long. */
const WINDOW_SECONDS = 300;

interface WebhookSettings {
  /** Any of them may have signed it, so that a secret can be changed. */
  readonly webhookSecrets: readonly string[];
  readonly account: string | undefined;
  readonly isLive: boolean;
}

/** @throws ForgedDelivery */
export function hear({ body, headers }: Delivery, settings: WebhookSettings, now: number): HeardEvent {
  const { time, signatures } = signedBy(headers["stripe-signature"] ?? "");
  if (!(Math.abs(now / 1000 - time) <= WINDOW_SECONDS))
    throw new ForgedDelivery("Signed at another time, or not at all");
  const expected = settings.webhookSecrets.map((secret) => digest(secret, time, body));
  if (!expected.some((one) => signatures.some((other) => isSame(one, other))))
    throw new ForgedDelivery("Signed by none of our secrets");
  const { id, type, account, livemode, data } = eventIn(body);
  const isOurs = (account ?? undefined) === settings.account && livemode === settings.isLive;
  return { eventId: id, kind: type, ...(isOurs ? concerned(data.object) : {}) };
}

/** `t=1492774577,v1=5257…,v1=…`; other schemes are left alone. */
function signedBy(header: string): { time: number; signatures: string[] } {
  const pairs = header.split(",").map((pair) => pair.split("="));
  const valuesOf = (name: string) => pairs.flatMap(([key, value]) => (key?.trim() === name && value ? [value] : []));
  const [time = ""] = valuesOf("t");
  return { time: /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN, signatures: valuesOf("v1").slice(0, 10) };
}

const digest = (secret: string, time: number, body: Buffer): string =>
  createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const id = z.string().optional().catch(undefined);
const metadata = z.object({ attempt: id }).optional().catch(undefined);

/** Loose: an event has the shape of the version that the account is set to. */
const event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  account: z.string().nullish(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id,
      charge: id,
      client_reference_id: id,
      metadata,
      subscription: id,
      parent: z
        .object({ subscription_details: z.object({ subscription: id }) })
        .optional()
        .catch(undefined),
    }),
  }),
});
type EventObject = z.output<typeof event>["data"]["object"];

function eventIn(body: Buffer): z.output<typeof event> {
  try {
    return event.parse(JSON.parse(body.toString("utf8")));
  } catch (cause) {
    throw new ForgedDelivery("Signed, but no event", { cause });
  }
}

/** Whom to ask about, by whichever ids the object has. */
function concerned(object: EventObject): Partial<HeardEvent> {
  const attemptId = object.metadata?.attempt;
  switch (object.object) {
    case "checkout.session":
      return { payment: object.id, attemptId: object.client_reference_id };
    case "payment_intent":
      return { attemptId };
    case "charge":
      return { attemptId, captureId: object.id };
    case "refund":
    case "dispute":
      return { captureId: object.charge };
    case "invoice":
      return { subscription: object.subscription ?? object.parent?.subscription_details.subscription };
    case "subscription":
      return { attemptId, subscription: object.id };
    default:
      return {};
  }
}
