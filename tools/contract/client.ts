import { z } from "zod";
import { openAnswer, readAnswer } from "~/upstream/client/wire.server";
import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import { Unseen } from "./unseen";

export interface Target {
  /** Where the payments API is, without a trailing slash. */
  base: string;
  /** The site it serves: addresses to return to must be there. */
  site: string;
  /** What a run keeps of its calls. */
  trace?: Trace;
}

export interface Trace {
  /** The last call, and before it the last purchase, as commands to repeat them. */
  lastCall: string | undefined;
  lastPurchase: string | undefined;
  /** Addresses at which orders are paid. */
  payAt: Set<string>;
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

/** One call as any client may make it, without the checks of the site's own client. @throws Unseen where nothing answers */
export async function send(target: Target, endpoint: Endpoint, sent: Sent = {}): Promise<Answered> {
  const { method } = endpoint;
  const address = new URL(endpoint.path, target.base);
  for (const [name, value] of Object.entries(sent.query ?? {})) address.searchParams.set(name, value);
  const isPost = method === "POST";
  const headers = { "X-App-Type": "502", ...(isPost ? { "Content-Type": "application/json" } : {}), ...sent.headers };
  const body = isPost ? bodyText(sent.body) : undefined;
  keep(target, endpoint, asCurl(address, { method, headers, body }));
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(address, { method, headers, ...(body === undefined ? {} : { body }), signal }).catch(
    (error: unknown) => {
      throw new Unseen("the API did not answer", { cause: error });
    },
  );
  return { status: response.status, json: await response.json().catch(() => undefined) };
}

function keep({ trace }: Target, { repeat }: Endpoint, command: string): void {
  if (trace === undefined) return;
  trace.lastCall = command;
  if (repeat === "with-key") trace.lastPurchase = command;
}

const bodyText = (body: object | string = {}): string => (typeof body === "string" ? body : JSON.stringify(body));

interface Call {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** For a POSIX shell. */
function asCurl(address: URL, { method, headers, body }: Call): string {
  const told = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data ${quoted(body)}`];
  return [`curl -X ${method} ${quoted(address.href)}`, ...told, ...data].join(" ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Why a call was refused, in the API's own word for it where it has one. */
class Refused extends Error {}

/** What an answer's envelope holds. @throws Error for a refusal */
export function insideOf({ status, json }: Answered): unknown {
  const opened = status < 300 ? openAnswer(json, status) : undefined;
  if (opened === undefined || "refusal" in opened) throw new Refused(`refused with ${wordsOf({ status, json })}`);
  return opened.answer;
}

const anyRefusal = z.object({
  code: z.union([z.number(), z.string()]).optional().catch(undefined),
  error: z.object({ code: z.string() }).optional().catch(undefined),
});

/** A refusal as its status and its code: "422 price_changed". */
export function wordsOf({ status, json }: Answered): string {
  const { code, error } = anyRefusal.safeParse(json).data ?? {};
  const word = error?.code ?? code;
  return word === undefined || String(word) === String(status)
    ? String(status)
    : `${status} (${String(word).slice(0, 60)})`;
}

const NO_SUCH_CALL = [404, 405, 501];

/**
 * Whether the API did what was asked. @throws Unseen where its answer says neither: it is busy, it has failed, or there may be no such call
 */
export function hasTaken(answered: Answered): boolean {
  const { status, json } = answered;
  if (status === 429 || status >= 500) throw new Unseen(`it was answered with ${status}, which says neither`);
  if (NO_SUCH_CALL.includes(status)) throw new Unseen(`${status}: the API has no such call, or says so`);
  return status < 300 && !("refusal" in openAnswer(json, status));
}

/** An answer as the site reads it. @throws Error where it cannot be read in any form */
export function read<E extends Endpoint>(endpoint: E, answered: Answered): AnswerOf<E> {
  const found = readAnswer(endpoint, insideOf(answered));
  if (!found.ok) throw new Error(`the answer cannot be read: ${whyUnread(found.error)}`);
  return found.answer;
}

const whyUnread = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": ")).join("; ");

/** One call whose answer can be read, as the site reads it. */
export const ask = async <E extends Endpoint>(target: Target, endpoint: E, sent: Sent = {}): Promise<AnswerOf<E>> =>
  read(endpoint, await send(target, endpoint, sent));
