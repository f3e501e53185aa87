import { z } from "zod";
import { openAnswer, readAnswer } from "~/upstream/client/wire.server";
import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";

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
  return { status: response.status, json: await response.json().catch(() => undefined) };
}

/** What an answer's envelope holds. @throws Error for a refusal */
export function insideOf({ status, json }: Answered): unknown {
  const opened = status < 300 ? openAnswer(json, status) : undefined;
  if (opened === undefined || "refusal" in opened) throw new Error(`refused with ${status}: ${JSON.stringify(json)}`);
  return opened.answer;
}

/** An answer as the site reads it. @throws Error where it cannot be read in any form */
export function read<E extends Endpoint>(endpoint: E, answered: Answered): AnswerOf<E> {
  const found = readAnswer(endpoint, insideOf(answered));
  if (!found.ok) throw new Error(`cannot be read: ${z.prettifyError(found.error)}`);
  return found.answer;
}

/** One call whose answer can be read, as the site reads it. */
export const ask = async <E extends Endpoint>(target: Target, endpoint: E, sent: Sent = {}): Promise<AnswerOf<E>> =>
  read(endpoint, await send(target, endpoint, sent));
