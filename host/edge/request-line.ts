import type { RequestHandler } from "express";
import { Refusal } from "../answers/refusal";

const ALLOWED_METHODS: readonly string[] = ["GET", "HEAD", "POST"];
const LONGEST_URL = 4096;
/** An app's link with a store's token, which is of any length: it is redirected to a short address at once. */
const LONGEST_WITH_TOKEN = 8192;
const STORE_TOKEN = /[?&]external(?:Purchase|Transaction)Token=/;
const VISIBLE_ASCII = /^\/[\x21-\x7e]*$/;

export function allowedMethods(): RequestHandler {
  return (request, response, next) => {
    if (ALLOWED_METHODS.includes(request.method)) return next();
    response.setHeader("Allow", ALLOWED_METHODS.join(", "));
    next(new Refusal(405, "method not allowed"));
  };
}

/**
 * The query need not decode: partners append half-encoded campaign names, and a buyer is not turned away for that;
 * URLSearchParams reads it leniently.
 */
export function wellFormedUrl(): RequestHandler {
  return (request, _response, next) => {
    const url = request.originalUrl;
    if (url.length > (STORE_TOKEN.test(url) ? LONGEST_WITH_TOKEN : LONGEST_URL))
      return next(new Refusal(414, "the address is too long"));
    if (!VISIBLE_ASCII.test(url) || !isServablePath(url.split("?", 1)[0] ?? "")) {
      return next(new Refusal(400, "the address is malformed"));
    }
    next();
  };
}

/**
 * Control characters, ends of lines, and the backslash. React Router decodes a path and reads the result as an address once
 * more: there a backslash is a slash and a tab is nothing, so `/%5c:` becomes `//:`, a host that cannot be.
 */
const NOT_IN_PATHS = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;

/** Whether a path decodes, and to something that a page can be rendered at. */
export function isServablePath(path: string): boolean {
  try {
    return !NOT_IN_PATHS.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
