import type { z } from "zod";
import type { FieldNames } from "~/upstream/contract/values/field-names";

/** Where the API keeps everything about payment providers. */
export const PROVIDERS_PATH = "/api/mms/payment/v1/providers";

/** A list in an answer; items that cannot be read are left out. */
export interface AnsweredList {
  /** Our name of it; an API may also send it bare, or under one of LIST_NAMES. */
  readonly name: string;
  readonly item: z.ZodType;
  /** Other names of an item's fields. */
  readonly names?: FieldNames;
}

/**
 * One call of the payments API. `repeat` says when the client may send it a second time: `always` for calls that change
 * nothing; `with-key` where the API runs it once per Idempotency-Key; `never` otherwise.
 */
export interface Endpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** Other names of the answer's fields. */
  readonly names?: FieldNames;
  readonly list?: AnsweredList;
  readonly repeat: "always" | "with-key" | "never";
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

export type BodyOf<E extends Endpoint> = InputOf<E["body"]>;
export type QueryOf<E extends Endpoint> = InputOf<E["query"]>;
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;
