import type { RequestHandler } from "express";

/** Browsers stay below 300 characters, those inside apps below 500. */
const LONGEST = 512;

/** Pages look for the names of apps and systems in it: a long one would cost more than the page. */
export function shortUserAgent(): RequestHandler {
  return ({ headers }, _response, next) => {
    if (headers["user-agent"] !== undefined) headers["user-agent"] = headers["user-agent"].slice(0, LONGEST);
    next();
  };
}
