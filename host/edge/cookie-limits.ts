import type { RequestHandler } from "express";
import { Refusal } from "../answers/refusal";

const LONGEST_COOKIE = 4096;

/** No browser keeps a longer cookie, so such a request is not from one. The HTTP server limits all headers together. */
export function cookieLimits(): RequestHandler {
  return (request, _response, next) => {
    const cookies = request.headers.cookie?.split(";") ?? [];
    const isTooLong = cookies.some((cookie) => cookie.trim().length > LONGEST_COOKIE);
    next(isTooLong ? new Refusal(431, "a cookie is too long") : undefined);
  };
}
