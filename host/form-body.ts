import express, { type Request, type RequestHandler } from "express";
import { Refusal } from "./refusal";

const PAGE_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const EVENT_TYPES = ["application/json", "text/plain"];
/** A form of this site is far below; a batch of analytics events may be 32 KiB by its contract. */
const FORM_BYTES = 16 * 1024;
const EVENT_BYTES = 32 * 1024;
const MOST_FIELDS = 64;

const isEvents = (request: Request): boolean => request.path === "/events";

/** A form action must never see a body it cannot be meant for. */
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
  const readForm = express.raw({ type: () => true, limit: FORM_BYTES, inflate: false });
  const readEvents = express.raw({ type: () => true, limit: EVENT_BYTES, inflate: false });
  return (request, response, next) => {
    if (request.method !== "POST") return next();
    (isEvents(request) ? readEvents : readForm)(request, response, next);
  };
}

/** Parses the form as the app will, so that garbage and floods of fields stop here. */
export function limitedFields(): RequestHandler {
  return async (request, _response, next) => {
    if (request.method !== "POST" || isEvents(request)) return next();
    const form = await readForm(request);
    if (form === undefined) return next(new Refusal(400, "the form cannot be read"));
    next([...form.keys()].length > MOST_FIELDS ? new Refusal(413, "too many fields") : undefined);
  };
}

/** The form in request.body, undefined where it is none. */
export async function readForm(request: Request): Promise<FormData | undefined> {
  const body: unknown = request.body;
  const type = request.headers["content-type"];
  if (type === undefined) return undefined;
  // An empty body leaves no Buffer behind.
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => undefined);
}
