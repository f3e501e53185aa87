import { type ApiError, apiError, SUCCESS_CODES } from "~/upstream/contract/errors";
import { CODE_NAMES } from "~/upstream/contract/values/field-names";
import { wholeRead } from "~/upstream/contract/values/tolerant";
import { fieldsOf, valueAt } from "./field-renaming";

type Opened = { answer: unknown } | { refusal: ApiError };

/** A backend's envelope may be inside a gateway's. */
const MAX_LAYERS = 3;

/**
 * An answer's content: the body itself, or the inside of `{code, data}`, `{data}` or `{success, response}`. A code that
 * is not a success is a refusal. Other fields of the envelope are ignored: its `status` is the call's, not the order's.
 */
export function openAnswer(body: unknown, status: number): Opened {
  let answer = body;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const fields = fieldsOf(answer);
    if (fields === undefined) break;
    if (isRefusal(fields)) return { refusal: refusalOf(answer, status) };
    const inside = [fields.data, fields.response].find((part) => typeof part === "object" && part !== null);
    if (inside === undefined) break;
    answer = inside;
  }
  return { answer };
}

const FAILURES: readonly unknown[] = [false, "false"];

function isRefusal(fields: Record<string, unknown>): boolean {
  const code = wholeRead.safeParse(fields.code);
  return (code.success && !SUCCESS_CODES.includes(code.data)) || FAILURES.includes(fields.success);
}

/** The API's error; if the body is not one, an error made of its code, else of the HTTP status. */
export function refusalOf(body: unknown, status: number): ApiError {
  const parsed = apiError.safeParse(body);
  if (parsed.success) return parsed.data;
  return {
    code: codeIn(body) ?? status,
    error: { code: `http_${status}`, message: "", retryable: status === 429 || status >= 500, request_id: undefined },
    order: undefined,
    price: undefined,
  };
}

function codeIn(body: unknown): number | undefined {
  const codes = CODE_NAMES.map((name) => wholeRead.safeParse(valueAt(body, name)).data);
  return codes.find((code) => code !== undefined && !SUCCESS_CODES.includes(code));
}
