import type { RequestHandler } from "express";
import { Refusal } from "../answers/refusal";

/** Browsers send some 20 header lines, and proxies add a few. */
const MOST_LINES = 100;
/** No browser keeps a longer cookie, so such a request is not from one. The HTTP server limits all headers together. */
const LONGEST_COOKIE_HEADER = 4096;
/** Browsers stay below 300 characters, those inside apps below 500. */
const LONGEST_USER_AGENT = 512;

export function limitedHeaders(): RequestHandler {
  return ({ headers, rawHeaders }, _response, next) => {
    if (rawHeaders.length / 2 > MOST_LINES) return next(new Refusal(431, "too many header lines"));
    const cookies = headers.cookie?.split(";") ?? [];
    const isTooLong = cookies.some((cookie) => cookie.trim().length > LONGEST_COOKIE_HEADER);
    next(isTooLong ? new Refusal(431, "a cookie is too long") : undefined);
  };
}

/** Pages look for the names of apps and systems in it: a long one would cost more than the page. */
export function shortUserAgent(): RequestHandler {
  return ({ headers }, _response, next) => {
    if (headers["user-agent"] !== undefined) headers["user-agent"] = headers["user-agent"].slice(0, LONGEST_USER_AGENT);
    next();
  };
}
