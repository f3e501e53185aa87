import type { z } from "zod";

/** Where the API keeps everything about payment providers. */
export const PROVIDERS_PATH = "/api/mms/payment/v1/providers";

/**
 * One call of the payments API. `repeat` says when the client may send it a second time:
 * `always` changes nothing upstream; `with-key` is made once per Idempotency-Key; `never` otherwise.
 */
export interface Endpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly repeat: "always" | "with-key" | "never";
}

type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

export type BodyOf<E extends Endpoint> = Sent<E["body"]>;
export type QueryOf<E extends Endpoint> = Sent<E["query"]>;
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;
