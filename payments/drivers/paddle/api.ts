import { z } from "zod";
import type { Call, ProviderSettings } from "../driver";
import { unlessRefused } from "../errors";
import type { Form } from "../form";
import { type ProviderApi, providerApi } from "../provider-api";

export interface PaddleSettings extends ProviderSettings {
  readonly apiKey: string;
  /** "pdl_ntfset_…"; while one is changed, both. */
  readonly webhookSecrets: readonly string[];
  /** Where buyers pay: a hosted checkout of Paddle's, ".../hsc_…", or a page of the merchant's own with Paddle.js. */
  readonly page: string;
}

export type Paddle = ProviderApi<object>;

/** Paddle takes no second refund of a payment while it decides about the first. */
const WAITS = "adjustment_pending_refund_request";

/** Paddle's own sentence stays out: it may name the buyer. */
const refusal = z
  .object({ error: z.object({ code: z.string() }) })
  .transform(({ error: { code } }) => ({ code, bucket: "temporary" as const, isUnderWay: code === WAITS }));

/** It knows no keys: what may have been done is looked for. */
export const paddleApi = ({ apiKey, apiOrigin }: PaddleSettings): Paddle =>
  providerApi({
    origin: apiOrigin,
    authorization: async () => `Bearer ${apiKey}`,
    headers: { "paddle-version": "1" },
    bodyType: "application/json",
    encode: JSON.stringify,
    refusal,
  });

/** Of a thing of which nothing else is needed. */
export const anything = z.object({ id: z.string() });

/** What an answer has of one thing. */
export const entity = <T extends z.ZodType>(data: T) => z.object({ data });

/** Reads a list of Paddle's, newest first. @param item has the id by which the next page is asked for */
export function listOf<T extends { id: string }>(
  paddle: Paddle,
  item: z.ZodType<T>,
  path: string,
  of: Form,
  call: Call,
) {
  const page = z
    .object({ data: z.array(item), meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }) })
    .transform(({ data, meta }) => ({ items: data, hasMore: meta.pagination.has_more }));
  // As large as a page of transactions gets.
  const whole = { ...of, order_by: "id[DESC]", per_page: 30 };
  return (last: T | undefined) => unlessRefused(paddle(page, { path, query: { ...whole, after: last?.id } }, call));
}
