import express, { type ErrorRequestHandler, type RequestHandler, type Router } from "express";
import { z } from "zod";
import { refund, refundAsked } from "./adjustments";
import { failure, send, sendList } from "./answers";
import { type Adjustment, PaddleError } from "./books";
import { customerRoutes } from "./customers";
import { subscriptionRoutes } from "./subscriptions";
import { transactionRoutes } from "./transactions";
import { adjustmentView } from "./views";
import type { PaddleWorld } from "./world";

/** What is decided about a refund at once. */
export interface ApiSettings {
  readonly apiKey: string;
  readonly refundsAre: Adjustment["status"];
}

/** Paddle's API as far as our driver goes, in the shape of version 1. */
export function paddleApi({ apiKey, refundsAre }: ApiSettings, world: PaddleWorld): Router {
  const router = express.Router();
  router.use(authorized(apiKey), express.json());
  customerRoutes(router, world);
  transactionRoutes(router, world);
  subscriptionRoutes(router, world);
  router.get("/adjustments", (request, response) => {
    const { id } = adjustmentQuery.parse(request.query);
    sendList(request, response, world.books.adjustments.all("id", id), adjustmentView, 50);
  });
  router.post("/adjustments", (request, response) => {
    const asked = refundAsked.parse(request.body);
    send(response, adjustmentView(refund(world, asked, refundsAre)), 201);
  });
  router.use((_request, _response, next) => next(new PaddleError(404, "not_found")));
  router.use(failed);
  return router;
}

const adjustmentQuery = z.looseObject({ id: z.string().optional() });

const authorized =
  (apiKey: string): RequestHandler =>
  (request, _response, next) => {
    if (request.get("authorization") !== `Bearer ${apiKey}`) throw new PaddleError(403, "invalid_token");
    if (request.get("paddle-version") !== "1") throw new PaddleError(400, "invalid_version");
    next();
  };

const failed: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const { status, code } = error instanceof PaddleError ? error : new PaddleError(400, "bad_request");
  const documentation_url = `https://developer.paddle.com/v1/errors/shared/${code}`;
  const issues = error instanceof z.ZodError ? error.issues : [];
  const errors = issues.map(({ path, message }) => ({ field: path.join("."), message }));
  const said = { type: "request_error", code, detail: code, documentation_url };
  failure(response, status, errors.length > 0 ? { ...said, errors } : said);
};
