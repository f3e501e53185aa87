import type { Request, RequestHandler } from "express";
import type { Refusal } from "../answers/refusal";

/** An asynchronous middleware. A refusal that it returns or throws ends the request; Express 4 would lose both. */
export const asyncStep =
  (step: (request: Request) => Promise<Refusal | undefined>): RequestHandler =>
  (request, _response, next) => {
    step(request).then(next, next);
  };
