import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { UpstreamError, type UpstreamErrorFacts } from "./upstream-error";

/** One HTTP request to the payments API; can be sent twice. */
export interface UpstreamRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What came back. `body` is undefined where a refusal's body could not be read: its status says enough. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    /** Seconds. */
    readonly retryAfter: number | undefined,
  ) {}

  get isOutage(): boolean {
    return this.status >= 500;
  }
}

interface AttemptLimits {
  /** The caller's own signal; aborting it says nothing about the API's health. */
  callerSignal: AbortSignal | undefined;
  deadline: AbortSignal;
}

/**
 * Sends a request once and names the kind of failure.
 * @throws UpstreamError of kind timeout, unreachable or malformed; the caller's reason where its signal aborted.
 */
export async function makeAttempt(
  request: UpstreamRequest,
  limits: AttemptLimits,
  facts: UpstreamErrorFacts,
): Promise<Reply> {
  const { callerSignal, deadline } = limits;
  try {
    return await sendOnce(request, callerSignal ? AbortSignal.any([deadline, callerSignal]) : deadline);
  } catch (cause) {
    if (callerSignal?.aborted) throw callerSignal.reason;
    if (deadline.aborted) throw new UpstreamError("timeout", { ...facts, cause });
    if (cause instanceof BodyError) throw new UpstreamError("malformed", { ...facts, cause });
    throw new UpstreamError("unreachable", { ...facts, cause });
  }
}

/** Connections are reused, but none that nobody has used for so long: the other end may be about to close it. */
const IDLE_MS = 4_000;
const reused = { keepAlive: true, timeout: IDLE_MS };
const AGENTS = {
  http: withinASecond(new http.Agent(reused), "connect"),
  https: withinASecond(new https.Agent(reused), "secureConnect"),
};

/** Gives up a new connection that is not there after a second. */
function withinASecond<A extends http.Agent>(agent: A, opened: "connect" | "secureConnect"): A {
  const open = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = open(options, callback);
    const failure = Object.assign(new Error("no connection within a second"), { code: "ETIMEDOUT" });
    const timer = setTimeout(() => socket?.destroy(failure), 1_000);
    for (const event of [opened, "close"]) socket?.once(event, () => clearTimeout(timer));
    return socket;
  };
  return agent;
}

/**
 * Sends a request once. Redirects are never followed. By node:http: a call with fetch takes three to four times as much of a processor.
 * @throws BodyError for a redirect or a 2xx that is not JSON, what node says for a broken connection or an aborted signal
 */
async function sendOnce(request: UpstreamRequest, signal: AbortSignal): Promise<Reply> {
  const answer = await answerTo(request, signal);
  try {
    return await readReply(answer, signal);
  } finally {
    // An unread body (a redirect's, the rest of a huge one) must not keep the connection open.
    if (!answer.readableEnded) answer.destroy();
  }
}

function answerTo({ url, method, headers, body }: UpstreamRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const [ask, agent] = url.startsWith("https:") ? [https.request, AGENTS.https] : [http.request, AGENTS.http];
  const options = { method, headers: { ...headers, "accept-encoding": "gzip, deflate" }, agent, signal };
  return new Promise((resolve, reject) => {
    ask(url, options).once("response", resolve).on("error", reject).end(body);
  });
}

async function readReply(answer: IncomingMessage, signal: AbortSignal): Promise<Reply> {
  const { statusCode: status = 0, headers } = answer;
  if (status >= 300 && status < 400) throw new BodyError(`a redirect (${status})`);
  const body = await (status < 300 ? readSuccess(answer) : readRefusal(answer, signal));
  return new Reply(status, body, retryAfterSeconds(headers["retry-after"]));
}

async function readSuccess(answer: IncomingMessage): Promise<unknown> {
  try {
    return await readJson(decompressed(answer));
  } catch (error) {
    throw isBadEncoding(error) ? new BodyError("badly compressed", { cause: error }) : error;
  }
}

async function readRefusal(answer: IncomingMessage, signal: AbortSignal): Promise<unknown> {
  try {
    return await readJson(decompressed(answer));
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** By zlib's error codes. */
const isBadEncoding = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

function decompressed(answer: IncomingMessage): Readable {
  const decoder = DECODERS.get(answer.headers["content-encoding"] ?? "")?.();
  // Whoever reads it gets its errors.
  return decoder === undefined ? answer : pipeline(answer, decoder, () => {});
}

/** Retry-After: seconds or a date. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

const MAX_BYTES = 1024 * 1024;
/** The contract nests five deep; a deeper body may be an attack on code that walks it. */
const MAX_DEPTH = 64;

/** The body is not what any endpoint of the contract may send. */
class BodyError extends Error {
  override name = "BodyError";
}

/** The JSON of an answer. @throws BodyError when it is too big, too deep or not JSON. */
export async function readJson(answer: Readable): Promise<unknown> {
  const value = parse(decode(await readCapped(answer)));
  if (isTooDeep(value)) throw new BodyError(`nested more than ${MAX_DEPTH} deep`);
  return value;
}

/** JSON can write half of a surrogate pair, which UTF-8 cannot: a page's text would differ from its data. */
const SURROGATE = /\\ud[89a-f]/i;
const withoutHalves = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, SURROGATE.test(text) ? withoutHalves : undefined);
  } catch (cause) {
    throw new BodyError("not JSON", { cause });
  }
}

async function readCapped(answer: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new BodyError(`larger than ${MAX_BYTES} bytes`);
  }
  return chunks;
}

/** Always UTF-8, whatever the Content-Type says. */
function decode(chunks: Uint8Array[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new BodyError("not UTF-8", { cause });
  }
}

/** Goes level by level, because such a body can overflow the stack of a recursive function. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return level.length > 0;
}
