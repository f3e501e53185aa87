import type { Request, RequestHandler } from "express";
import type { Refusal } from "../answers/refusal";

/** A step that has to wait for something. What it gives back or throws turns the request away; Express 4 would lose both. */
export const asyncStep =
  (step: (request: Request) => Promise<Refusal | undefined>): RequestHandler =>
  (request, _response, next) => {
    step(request).then(next, next);
  };
