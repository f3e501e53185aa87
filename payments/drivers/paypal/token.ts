import { z } from "zod";
import type { Call } from "../driver";
import { OutcomeUnknown, Refused } from "../errors";
import { callProvider, readAs } from "../provider-call";

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** "https://api-m.paypal.com" */
  readonly apiOrigin: string;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
/** It is renewed so long before its end. */
const EARLY_MS = 60_000;
const LONGEST_MS = 10_000;

/** A token for all calls of a process (OAuth 2 client credentials): asked for once at a time, kept until shortly before its end. */
export function accessToken(credentials: Credentials) {
  let known: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (now: number): Promise<string> => {
    const { access_token: token, expires_in: seconds } = await askFor(credentials);
    known = { token, until: now + seconds * 1000 - EARLY_MS };
    return token;
  };
  return {
    async get({ signal, now }: Call): Promise<string> {
      if (known !== undefined && known.until > now()) return known.token;
      asking ??= ask(now()).finally(() => {
        asking = undefined;
      });
      return beforeAbort(asking, signal);
    },
    /** It was refused. One that is newer stays. */
    drop(token: string): void {
      if (known?.token === token) known = undefined;
    },
  };
}

/** With a deadline of its own: others wait for it, too. */
async function askFor({ clientId, clientSecret, apiOrigin }: Credentials) {
  const request = {
    method: "POST",
    url: new URL("/v1/oauth2/token", apiOrigin),
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  } as const;
  const answer = await callProvider(request, { signal: AbortSignal.timeout(LONGEST_MS), now: Date.now });
  if (answer.status >= 400) throw new Refused(`PayPal gives no token: ${answer.status}`, "invalid_client");
  return readAs(granted, answer, request);
}

/** Whoever stops waiting takes the token from nobody else. */
async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(new OutcomeUnknown("PayPal: no token in time"));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
