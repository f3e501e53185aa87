import type { z } from "zod";
import type { Call } from "./driver";
import { OutcomeUnknown } from "./errors";

/** One call of a provider's API. */
export interface ProviderRequest {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
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

/**
 * The one way to call a provider. Nothing is sent a second time here: whoever calls knows whether that is safe.
 * @throws OutcomeUnknown without an answer in time, for redirects, 5xx, what is too long and what is no JSON
 */
export async function callProvider(request: ProviderRequest, call: Call): Promise<ProviderAnswer> {
  const what = nameOf(request);
  const { status, text } = await exchange(request, call).catch((cause: unknown) => {
    throw cause instanceof OutcomeUnknown ? cause : new OutcomeUnknown(`${what}: no answer`, { cause });
  });
  if (status >= 500 || (status >= 300 && status < 400)) throw new OutcomeUnknown(`${what}: answered with ${status}`);
  return { status, json: text === "" ? undefined : parsed(text, `${what}: ${status}`) };
}

/** What an answer says. @throws OutcomeUnknown where it is of another shape, whatever its status */
export function readAs<T>(schema: z.ZodType<T>, { status, json }: ProviderAnswer, request: ProviderRequest): T {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path, code }) => `${path.join(".")} ${code}`).slice(0, 5);
  throw new OutcomeUnknown(`${nameOf(request)}: ${status} with an odd body (${where.join(", ")})`);
}

/** For messages: neither parameters nor the body, which may name a buyer. */
export const nameOf = ({ method, url }: ProviderRequest): string => `${method} ${url.host}${url.pathname}`;

async function exchange({ method, url, headers, body }: ProviderRequest, { signal }: Call) {
  const response = await fetch(url, {
    method,
    headers: { accept: "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
    // A redirect would take the secret elsewhere, and send a POST as a GET.
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
  });
  return { status: response.status, text: await textOf(response) };
}

async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_BYTES) throw tooLong(reader);
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function tooLong(reader: ReadableStreamDefaultReader | undefined): OutcomeUnknown {
  // The rest comes or not: nobody waits for the connection to be given up.
  reader?.cancel().catch(() => {});
  return new OutcomeUnknown(`An answer of more than ${MOST_BYTES} bytes`);
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OutcomeUnknown(`${what} without JSON`);
  }
}
