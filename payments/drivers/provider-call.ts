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
  const { method, url, headers, body } = request;
  const { status, text } = await fetch(url, {
    method,
    headers: { accept: "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
    // A redirect would take the secret elsewhere, and send a POST as a GET.
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
  })
    .then(async (response) => ({ status: response.status, text: await textOf(response) }))
    .catch((cause: unknown) => {
      throw new OutcomeUnknown(`${nameOf(request)}: no answer`, { cause });
    });
  if (isNoAnswer(status)) throw new OutcomeUnknown(`${nameOf(request)}: answered with ${status}`);
  return { status, text };
}

/** @throws RangeError */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.byteLength;
    chunks.push(part.value);
    if (bytes <= MOST_BYTES) continue;
    // The rest comes or not: nobody waits for the connection to be given up.
    reader?.cancel().catch(() => {});
    throw new RangeError(`More than ${MOST_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The provider was not able to, or not now: it waited too long for the request, it came too early, or too many came. The same may be asked again. */
const NOT_NOW = [408, 425, 429];
const isNoAnswer = (status: number): boolean =>
  status >= 500 || (status >= 300 && status < 400) || NOT_NOW.includes(status);
