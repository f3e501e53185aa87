import { z } from "zod";
import type { Call } from "../driver";
import { OutcomeUnknown, Refused } from "../errors";
import { callProvider, nameOf, type ProviderAnswer, type ProviderRequest, readAs } from "../provider-call";
import { declineOf } from "./declines";

/** Every answer has the shape of this version, whatever the account's own is. The events' shape does not matter: they only ring. */
const STRIPE_VERSION = "2024-06-20";

interface StripeAccount {
  readonly secretKey: string;
  readonly apiOrigin: string;
  /** On whose behalf a platform calls. */
  readonly account: string | undefined;
}

type FormValue = string | number | boolean | undefined | readonly FormValue[] | { readonly [name: string]: FormValue };
export type Form = Readonly<Record<string, FormValue>>;

/** Most pages of 100 that are read of a list; whoever needs more does not know the outcome. */
const MOST_PAGES = 200;

export class StripeClient {
  constructor(private readonly account: StripeAccount) {}

  /** @throws OutcomeUnknown also where Stripe refuses: a question that is refused says nothing of a payment */
  async get<T>(schema: z.ZodType<T>, path: string, form: Form, call: Call): Promise<T> {
    const url = new URL(path, this.account.apiOrigin);
    url.search = encoded(form).toString();
    try {
      return await this.#send(schema, { method: "GET", url, headers: this.#headers() }, call);
    } catch (error) {
      throw error instanceof Refused ? new OutcomeUnknown(error.message, { cause: error }) : error;
    }
  }

  /** All that a list has, newest first. */
  async list<T extends { id: string }>(item: z.ZodType<T>, path: string, form: Form, call: Call): Promise<T[]> {
    const page = z.object({ data: z.array(item), has_more: z.boolean() });
    const found: T[] = [];
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const query = { ...form, limit: 100, starting_after: found.at(-1)?.id };
      const { data, has_more } = await this.get(page, path, query, call);
      found.push(...data);
      if (!has_more || data.length === 0) return found;
    }
    throw new OutcomeUnknown(`GET ${path}: too many to read`);
  }

  /** @param key the same call with the same key is done once in 24 hours @throws OutcomeUnknown | Refused */
  post<T>(schema: z.ZodType<T>, path: string, form: Form, call: Call, key?: string): Promise<T> {
    const headers = { ...this.#headers(), "content-type": "application/x-www-form-urlencoded" };
    const keyed = key === undefined ? headers : { ...headers, "idempotency-key": key };
    const url = new URL(path, this.account.apiOrigin);
    return this.#send(schema, { method: "POST", url, headers: keyed, body: encoded(form).toString() }, call);
  }

  /** @throws OutcomeUnknown | Refused */
  delete<T>(schema: z.ZodType<T>, path: string, call: Call): Promise<T> {
    const url = new URL(path, this.account.apiOrigin);
    return this.#send(schema, { method: "DELETE", url, headers: this.#headers() }, call);
  }

  async #send<T>(schema: z.ZodType<T>, request: ProviderRequest, call: Call): Promise<T> {
    const answer = await callProvider(request, call);
    if (answer.status >= 400) throw refusalIn(answer, request);
    return readAs(schema, answer, request);
  }

  #headers(): Record<string, string> {
    const { secretKey, account } = this.account;
    const headers = { authorization: `Bearer ${secretKey}`, "stripe-version": STRIPE_VERSION };
    return account === undefined ? headers : { ...headers, "stripe-account": account };
  }
}

const refused = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    decline_code: z.string().nullish(),
    param: z.string().nullish(),
  }),
});

/** Stripe's own sentence stays out: it may name the buyer or what is left of a key. */
function refusalIn(answer: ProviderAnswer, request: ProviderRequest): Error {
  const { error } = readAs(refused, answer, request);
  const code = error.code ?? error.type;
  const message = `${nameOf(request)}: ${answer.status} ${code}${error.param ? ` (${error.param})` : ""}`;
  // The first call with this key is still being worked on.
  if (answer.status === 409) return new OutcomeUnknown(message);
  return new Refused(message, code, error.type === "card_error" ? declineOf(error) : "temporary");
}

/** As Stripe writes forms: `line_items[0][price_data][currency]=usd`. */
function encoded(form: Form): URLSearchParams {
  const pairs = Object.entries(form).flatMap(([name, value]) => pairsOf(name, value));
  return new URLSearchParams(pairs);
}

function pairsOf(name: string, value: FormValue): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [[name, String(value)]];
  if (Array.isArray(value) && typeof value[0] === "string") return value.map((item) => [`${name}[]`, String(item)]);
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}
