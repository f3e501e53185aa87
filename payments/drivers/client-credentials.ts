import { z } from "zod";
import { cached } from "./cached";
import type { Call } from "./driver";
import { Refused } from "./errors";
import { readAs } from "./provider-api";
import { callProvider, nameOf } from "./provider-call";

interface Client {
  readonly id: string;
  readonly secret: string;
  /** Where it is given tokens. */
  readonly tokenUrl: URL;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
/** It is renewed so long before its end. */
const EARLY_MS = 60_000;

async function tokenFor({ id, secret, tokenUrl }: Client, call: Call) {
  const request = {
    method: "POST",
    url: tokenUrl,
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  } as const;
  const answer = await callProvider(request, call);
  if (answer.status >= 400) throw new Refused(`${nameOf(request)}: ${answer.status}, no token`, "invalid_client");
  const { access_token, expires_in } = readAs(granted, answer, request);
  return { value: `Bearer ${access_token}`, until: call.now() + expires_in * 1000 - EARLY_MS };
}

/** One token for all calls of a process (OAuth 2 client credentials), until shortly before its end or until it is refused. */
export function clientCredentials(client: Client) {
  const tokens = cached((_: "token", call) => tokenFor(client, call));
  return {
    authorization: (call: Call) => tokens.get("token", call),
    forget: (authorization: string) => tokens.forget("token", authorization),
  };
}
