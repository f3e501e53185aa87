import type { RequestHandler } from "express";
import { Refusal } from "./refusal";

const METHODS: readonly string[] = ["GET", "HEAD", "POST"];
const LONGEST_URL = 4096;
const VISIBLE_ASCII = /^\/[\x21-\x7e]*$/;

export function allowedMethods(): RequestHandler {
  return (request, response, next) => {
    if (METHODS.includes(request.method)) return next();
    response.setHeader("Allow", METHODS.join(", "));
    next(new Refusal(405, "method not allowed"));
  };
}

/**
 * The path must decode. The query need not: partners append half-encoded campaign names, and a buyer is not turned away
 * for that; URLSearchParams reads it leniently.
 */
export function wellFormedUrl(): RequestHandler {
  return (request, _response, next) => {
    const url = request.originalUrl;
    if (url.length > LONGEST_URL) return next(new Refusal(414, "the address is too long"));
    if (!VISIBLE_ASCII.test(url) || !isDecodable(url.split("?", 1)[0] ?? "")) {
      return next(new Refusal(400, "the address is malformed"));
    }
    next();
  };
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}
