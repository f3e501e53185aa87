import { z } from "zod";
import type { Endpoint } from "~/upstream/contract/endpoint";

export interface Target {
  /** Where the payments API is, without a trailing slash. */
  base: string;
  /** The site it serves: addresses to return to must be there. */
  site: string;
}

export interface Sent {
  body?: object | string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  json: unknown;
}

/** One call as any client may make it, without the checks of the site's own client. */
export async function send(target: Target, endpoint: Endpoint, { body, query, headers }: Sent = {}): Promise<Answered> {
  const address = new URL(endpoint.path, target.base);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
  const isPost = endpoint.method === "POST";
  const response = await fetch(address, {
    method: endpoint.method,
    headers: { "X-App-Type": "502", ...(isPost ? { "Content-Type": "application/json" } : {}), ...headers },
    ...(isPost ? { body: typeof body === "string" ? body : JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, json: await response.json() };
}

/** A 200 whose body is what the contract says. */
export async function ask<A extends z.ZodType>(
  target: Target,
  endpoint: Endpoint & { answer: A },
  sent: Sent = {},
): Promise<z.output<A>> {
  const { status, json } = await send(target, endpoint, sent);
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(json)}`);
  const parsed = endpoint.answer.safeParse(json);
  if (!parsed.success) throw new Error(`not the contract's shape: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
