import { z } from "zod";
import type { DeclineBucket } from "~/upstream/contract/purchase-result";
import type { Call } from "../driver";
import { OutcomeUnknown, Refused } from "../errors";
import { callProvider, type ProviderRequest, readAs } from "../provider-call";
import { bucketOf } from "./declines";
import { accessToken, type Credentials } from "./token";

interface PayPalRequest {
  readonly method: "GET" | "POST" | "PATCH";
  /** With its parameters. */
  readonly path: string;
  /** PayPal-Request-Id: the same answer for the same key, for 6 hours (orders), 72 (subscriptions) or 45 days (captures and refunds). */
  readonly key?: string;
  readonly body?: object;
}

/** @throws OutcomeUnknown | PayPalRefused */
export type PayPal = <T>(answer: z.ZodType<T>, request: PayPalRequest, call: Call) => Promise<T>;

/** PayPal has done nothing; its code is the issue's, or the error's name. */
export class PayPalRefused extends Refused {
  constructor(
    what: string,
    code: string,
    readonly status: number,
    bucket?: DeclineBucket,
  ) {
    super(what, code, bucket);
  }
}

const failure = z.object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).optional() });
/** The same request, or another one about the same order, is still under way. */
const IN_PROGRESS = ["PREVIOUS_REQUEST_IN_PROGRESS", "ORDER_COMPLETION_IN_PROGRESS", "RESOURCE_CONFLICT"];

export function payPalApi(credentials: Credentials): PayPal {
  const token = accessToken(credentials);
  return async (schema, asked, call) => {
    const first = await token.get(call);
    const answer = await callProvider(requestWith(credentials.apiOrigin, asked, first), call);
    // A token may end before its time: one renewal, as nothing was done with the old one.
    if (answer.status !== 401) return readAnswer(schema, answer, requestWith(credentials.apiOrigin, asked, first));
    token.drop(first);
    const request = requestWith(credentials.apiOrigin, asked, await token.get(call));
    return readAnswer(schema, await callProvider(request, call), request);
  };
}

function requestWith(origin: string, { method, path, key, body }: PayPalRequest, token: string): ProviderRequest {
  return {
    method,
    url: new URL(path, origin),
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === "GET" ? {} : { "content-type": "application/json", prefer: "return=representation" }),
      ...(key === undefined ? {} : { "paypal-request-id": key }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function readAnswer<T>(schema: z.ZodType<T>, answer: { status: number; json: unknown }, request: ProviderRequest): T {
  const { status } = answer;
  if (status < 400) return readAs(schema, answer, request);
  const { name, details } = readAs(failure, answer, request);
  const code = details?.[0]?.issue ?? name;
  const what = `PayPal refused ${request.method} ${request.url.pathname}: ${code}`;
  if (status === 409 || IN_PROGRESS.includes(code)) throw new OutcomeUnknown(what);
  throw new PayPalRefused(what, code, status, status === 422 ? bucketOf(code) : "temporary");
}

/** For what may only be answered or unknown. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw error instanceof Refused ? new OutcomeUnknown(error.message, { cause: error }) : error;
  });
}

/** Undefined: PayPal knows no such thing, or not any more. */
export async function ifKnown<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof PayPalRefused && error.status === 404) return undefined;
    throw error;
  });
}
