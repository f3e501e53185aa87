import type { z } from "zod";
import type { DeclineBucket } from "~/upstream/contract/purchase-result";
import type { Call } from "./driver";
import { OutcomeUnknown, Refused } from "./errors";
import { encoded, type Form } from "./form";
import { callProvider, nameOf, type ProviderAnswer, type ProviderRequest } from "./provider-call";

interface ApiRequest<B> {
  /** Missing: POST where there is a body, else GET. */
  readonly method?: "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Form;
  readonly body?: B;
  /** The provider answers a second call of the same key as the first, for some hours at least. */
  readonly key?: string;
}

/** The path of one thing in a list, and of what belongs to it. @param id the provider's */
export const pathIn = (list: string, id: string, ...parts: readonly string[]): string =>
  [list, encodeURIComponent(id), ...parts].join("/");

/** @throws OutcomeUnknown | Refused, with the answer's status */
export type ProviderApi<B> = <T>(answer: z.ZodType<T>, request: ApiRequest<B>, call: Call) => Promise<T>;

/** Why a provider has done nothing, as its error's schema reads it. */
interface Refusal {
  readonly code: string;
  /** For the log; nothing that names a buyer. */
  readonly about?: string | null | undefined;
  readonly bucket: DeclineBucket;
  /** It may be done yet: an earlier call is still under way. Missing: where it answers with 409. */
  readonly isUnderWay?: boolean | undefined;
}

interface ApiSettings<B> {
  readonly origin: string;
  /** What proves who we are. */
  authorization(call: Call): Promise<string>;
  /** It was refused with 401; undefined: it is not asked for anew. */
  readonly forget?: (authorization: string) => Promise<void>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: it knows no keys. */
  readonly keyHeader?: string;
  readonly bodyType: string;
  encode(body: B): string;
  readonly refusal: z.ZodType<Refusal>;
}

/** How a provider's API is called: who calls, how bodies and keys are written, how refusals are read. */
export function providerApi<B>(settings: ApiSettings<B>): ProviderApi<B> {
  const send = async (asked: ApiRequest<B>, call: Call) => {
    const authorization = await settings.authorization(call);
    const request = requestOf(asked, settings, authorization);
    return { request, authorization, answer: await callProvider(request, call) };
  };
  return async (schema, asked, call) => {
    const first = await send(asked, call);
    const isRenewed = first.answer.status === 401 && settings.forget !== undefined;
    if (isRenewed) await settings.forget(first.authorization);
    // Nothing was done for the one that was refused.
    const { answer, request } = isRenewed ? await send(asked, call) : first;
    if (answer.status >= 400) throw errorOf(readAs(settings.refusal, answer, request), answer.status, nameOf(request));
    return readAs(schema, answer, request);
  };
}

function requestOf<B>(asked: ApiRequest<B>, settings: ApiSettings<B>, authorization: string): ProviderRequest {
  const { path, query = {}, key, body, method = body === undefined ? "GET" : "POST" } = asked;
  const { origin, headers, keyHeader, bodyType, encode } = settings;
  return {
    method,
    url: Object.assign(new URL(path, origin), { search: encoded(query) }),
    headers: {
      authorization,
      ...headers,
      ...(body === undefined ? {} : { "content-type": bodyType }),
      ...(key === undefined || keyHeader === undefined ? {} : { [keyHeader]: key }),
    },
    body: body === undefined ? undefined : encode(body),
  };
}

function errorOf({ code, about, bucket, isUnderWay }: Refusal, status: number, what: string): Error {
  const message = `${what}: ${status} ${code}${about ? ` (${about})` : ""}`;
  return (isUnderWay ?? status === 409) ? new OutcomeUnknown(message) : new Refused(message, code, bucket, status);
}

/** What an answer says. @throws OutcomeUnknown where it is of another shape, whatever its status */
export function readAs<T>(schema: z.ZodType<T>, { status, json }: ProviderAnswer, request: ProviderRequest): T {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path, code }) => `${path.join(".")} ${code}`).slice(0, 5);
  throw new OutcomeUnknown(`${nameOf(request)}: ${status} with an odd body (${where.join(", ")})`);
}
