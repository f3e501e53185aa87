import { z } from "zod";
import { type ApiError, apiError } from "./contract/errors";

export type Opened = { answer: unknown } | { refusal: ApiError };

const codeEnvelope = z.object({ code: z.number().int(), data: z.unknown().optional() });
const successEnvelope = z.object({ success: z.boolean(), response: z.unknown().optional() });

const isGood = (code: number) => code === 0 || code === 200;

/** What an answer's body holds: itself, or the inside of `{code, data}` or `{success, response}`. A bad code is a refusal. */
export function openAnswer(body: unknown, status: number): Opened {
  const coded = codeEnvelope.safeParse(body);
  if (coded.success) {
    return isGood(coded.data.code) ? { answer: coded.data.data ?? body } : { refusal: refusalOf(body, status) };
  }
  const flagged = successEnvelope.safeParse(body);
  if (flagged.success) {
    return flagged.data.success ? { answer: flagged.data.response } : { refusal: refusalOf(body, status) };
  }
  return { answer: body };
}

const anyCode = z.object({ code: z.number().int() });

/** The API's error, or, where the body is not one, as much as is known: its code, else the status. */
export function refusalOf(body: unknown, status: number): ApiError {
  const parsed = apiError.safeParse(body);
  if (parsed.success) return parsed.data;
  const coded = anyCode.safeParse(body);
  return {
    code: coded.success ? coded.data.code : status,
    error: { code: `http_${status}`, message: "", retryable: status === 429 || status >= 500 },
  };
}
