import type { RequestHandler } from "express";
import { Refusal } from "../answers/refusal";

const MOST_LINES = 100;

/** Browsers send some 20 header lines, and proxies add a few. */
export function headerLines(): RequestHandler {
  return (request, _response, next) => {
    const lines = request.rawHeaders.length / 2;
    next(lines > MOST_LINES ? new Refusal(431, "too many header lines") : undefined);
  };
}
