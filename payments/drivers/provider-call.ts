import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { finished } from "node:stream/promises";
import type { Call } from "./driver";
import { OutcomeUnknown } from "./errors";

/** One call of a provider. */
export interface ProviderRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: URL;
  /** With the provider's secret: they are in no error. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Below 500, and never a redirect. */
export interface ProviderAnswer {
  readonly status: number;
  /** Not checked yet; undefined: there was no body. */
  readonly json: unknown;
}

const LONGEST_MS = 15_000;
const MOST_BYTES = 4_000_000;

/** For messages: neither parameters nor the body, which may name a buyer. */
export const nameOf = ({ method, url }: ProviderRequest): string => `${method} ${url.host}${url.pathname}`;

/** @throws OutcomeUnknown as `fetchText`, and for what is no JSON */
export async function callProvider(request: ProviderRequest, call: Call): Promise<ProviderAnswer> {
  const { status, text } = await fetchText(request, call);
  try {
    return { status, json: text === "" ? undefined : JSON.parse(text) };
  } catch {
    throw new OutcomeUnknown(`${nameOf(request)}: ${status} without JSON`);
  }
}

/**
 * The one way to call a provider. Nothing is sent a second time here: whoever calls knows whether that is safe.
 * @throws OutcomeUnknown without an answer in time, for redirects, 5xx and what is too long
 */
export async function fetchText(request: ProviderRequest, { signal }: Pick<Call, "signal">) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const { status, text } = await answerTo(request, limit)
    .then(async (response) => ({ status: response.statusCode ?? 0, text: await textOf(response) }))
    .catch((cause: unknown) => {
      throw new OutcomeUnknown(`${nameOf(request)}: no answer`, { cause });
    });
  if (isNoAnswer(status)) throw new OutcomeUnknown(`${nameOf(request)}: answered with ${status}`);
  return { status, text };
}

/** Not by fetch, which costs the processor five times as much. No redirect is followed: that would take the secret elsewhere. */
const answerTo = ({ method, url, headers, body }: ProviderRequest, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const sent = request(url, { method, headers: { accept: "application/json", ...headers }, signal });
    // Also after the answer has begun: its reader gets that error, too.
    sent.once("response", resolve).on("error", reject).end(body);
  });

/** @throws RangeError */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes <= MOST_BYTES) chunks.push(part);
    else response.destroy(new RangeError(`More than ${MOST_BYTES} bytes`));
  });
  await finished(response);
  return Buffer.concat(chunks).toString("utf8");
}

/** The provider was not able to, or not now: it waited too long for the request, it came too early, or too many came. The same may be asked again. */
const NOT_NOW = [408, 425, 429];
const isNoAnswer = (status: number): boolean =>
  status >= 500 || (status >= 300 && status < 400) || NOT_NOW.includes(status);
