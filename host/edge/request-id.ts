import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";

export const REQUEST_ID = "x-request-id";

/** The support reference. Always our own: one from a visitor would reach logs and the payments API. */
export function requestId(): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    request.headers[REQUEST_ID] = id;
    response.setHeader(REQUEST_ID, id);
    next();
  };
}
