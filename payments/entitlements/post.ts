import { Webhook } from "standardwebhooks";
import type { EntitlementSettings } from "./settings";
import type { EntitlementEvent } from "./tables";

/** How an event was taken: for good; not now, or nobody knows; or the address takes none any more. */
export type Taken = { kind: "sent" } | { kind: "again" | "gone"; problem: string };

/** Hands an event to the operator. Never throws. @param now milliseconds since 1970, which the signature has */
export type Post = (event: Pick<EntitlementEvent, "id" | "payload">, now: number) => Promise<Taken>;

const PATIENCE_MS = 10_000;
const MOST_CHARACTERS = 200;

/**
 * By HTTP, signed as Standard Webhooks are, with every secret. A redirect is not followed: it would hand the event to somebody else.
 * @param fetch as the global one, which tests replace
 */
export function poster({ url, secrets }: EntitlementSettings, fetch: (request: Request) => Promise<Response>): Post {
  const signers = secrets.map((secret) => new Webhook(secret));
  return async ({ id, payload }, now) => {
    const at = new Date(now);
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "vpn-checkout-payments",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now / 1000)),
      "webhook-signature": signers.map((signer) => signer.sign(id, at, payload)).join(" "),
    };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const request = new Request(url, { method: "POST", headers, body: payload, redirect: "manual", signal });
    return fetch(request).then(takenAs, (error: unknown) => ({ kind: "again", problem: problemOf(error) }));
  };
}

async function takenAs(response: Response): Promise<Taken> {
  const { status, ok } = response;
  // What it says beside the status is of no use, and may be endless.
  await response.body?.cancel().catch(() => {});
  if (ok) return { kind: "sent" };
  const problem = `HTTP ${status}`;
  return { kind: status === 410 ? "gone" : "again", problem };
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  const { message, cause } = error;
  const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return why.slice(0, MOST_CHARACTERS);
}
