import type { Request, RequestHandler, Response } from "express";

/** An asynchronous route; errors go to the error pages. */
export const asyncRoute =
  (work: (request: Request, response: Response) => Promise<void>): RequestHandler =>
  (request, response, next) => {
    work(request, response).catch(next);
  };
