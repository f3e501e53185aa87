import type { Request, RequestHandler } from "express";
import { Refusal } from "../answers/refusal";

const PAGE_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const EVENT_TYPES = ["application/json", "text/plain"];
/** The site's forms are far smaller; a batch of analytics events may have 32 KiB by its contract. */
const FORM_BYTES = 16 * 1024;
const EVENT_BYTES = 32 * 1024;
const MOST_FIELDS = 64;

const isEvents = (request: Request): boolean => request.path === "/events";

/** Refuses content types that no form action accepts. */
export function acceptedTypes(): RequestHandler {
  return (request, _response, next) => {
    if (request.method !== "POST") return next();
    const isAccepted = request.is(isEvents(request) ? EVENT_TYPES : PAGE_TYPES) !== false && isPlain(request);
    next(isAccepted ? undefined : new Refusal(415, "content type not accepted"));
  };
}

const isPlain = (request: Request): boolean => (request.headers["content-encoding"] ?? "identity") === "identity";

/** Reads a POST's body, up to its limit, into request.body: a Buffer. */
export function limitedBody(): RequestHandler {
  return async (request, _response, next) => {
    if (request.method !== "POST") return next();
    const limit = isEvents(request) ? EVENT_BYTES : FORM_BYTES;
    const isDeclaredLonger = Number(request.headers["content-length"] ?? 0) > limit;
    request.body = isDeclaredLonger ? undefined : await readUpTo(limit, request);
    next(request.body === undefined ? new Refusal(413, "the body is too long") : undefined);
  };
}

/**
 * Reads the body; undefined as soon as it is longer than the limit. (express.raw would only answer after reading the
 * rest.) The rest is discarded, so that the sender can still read the refusal.
 */
async function readUpTo(limit: number, request: Request): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limit) break;
    chunks.push(chunk);
  }
  request.resume();
  return size > limit ? undefined : Buffer.concat(chunks);
}

/** Parses the form as the app will, so that malformed forms and too many fields are refused here. */
export function limitedFields(): RequestHandler {
  return async (request, _response, next) => {
    if (request.method !== "POST" || isEvents(request)) return next();
    const form = await parsedFormOf(request);
    if (form === undefined) return next(new Refusal(400, "the form cannot be read"));
    next([...form.keys()].length > MOST_FIELDS ? new Refusal(413, "too many fields") : undefined);
  };
}

/** The form that limitedBody has read; undefined where the body is not a form. */
export async function parsedFormOf(request: Request): Promise<FormData | undefined> {
  const type = request.headers["content-type"] ?? "";
  return new Response(rawBodyOf(request), { headers: { "content-type": type } }).formData().catch(() => undefined);
}

/** The bytes that limitedBody has read. */
export function rawBodyOf(request: Request): Uint8Array<ArrayBuffer> {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? new Uint8Array(body) : new Uint8Array();
}
