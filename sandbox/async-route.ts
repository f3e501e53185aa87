import type { Request, RequestHandler, Response } from "express";

/** A route that takes its time; what it throws goes to the error pages. */
export const asyncRoute =
  (work: (request: Request, response: Response) => Promise<void>): RequestHandler =>
  (request, response, next) => {
    work(request, response).catch(next);
  };
