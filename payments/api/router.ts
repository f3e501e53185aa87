import { type ErrorRequestHandler, json, type RequestHandler, Router } from "express";
import { z } from "zod";
import type { Endpoint } from "~/upstream/contract/endpoint";
import type { EndpointName } from "~/upstream/contract/endpoints";
import type { Context } from "../context";
import { analyticsRoutes } from "./analytics";
import { redemptionRoutes } from "./apps/redemptions";
import { storeTokenRoutes } from "./apps/store-tokens";
import { catalogueRoutes } from "./catalogue";
import { couponRoutes } from "./coupons";
import { declarationRoutes } from "./declarations";
import { failure } from "./failure";
import { invoiceRoutes } from "./invoices";
import type { providerRoutes } from "./providers/routes";
import { type Route, refuse, routesIn } from "./route";
import { type SignUp, signUpRoutes } from "./sign-up";
import { subscriptionRoutes } from "./subscriptions";
import { visitorRoutes } from "./visitor";

/** What differs between an API with real providers and one with simulated ones. */
export interface ApiParts {
  providerRoutes: typeof providerRoutes;
  /** How an address gets its account, if not by a mail. */
  signUp?: SignUp | undefined;
  /** Run before each call's handler, after its body was parsed. */
  beforeCall?: (context: Context, name: string, endpoint: Endpoint) => RequestHandler[];
}

/** Every call of the contract; leaving one out does not compile. */
export function apiRouter(context: Context, { providerRoutes, signUp, beforeCall }: ApiParts): Router {
  const kinds = routesIn(context);
  const routes: Record<EndpointName, Route> = {
    ...visitorRoutes(context, kinds),
    ...signUpRoutes(context, kinds, signUp),
    ...invoiceRoutes(context, kinds),
    ...subscriptionRoutes(context, kinds),
    ...declarationRoutes(context, kinds),
    ...storeTokenRoutes(context, kinds),
    ...redemptionRoutes(context, kinds),
    ...catalogueRoutes(context, kinds),
    ...couponRoutes(context, kinds),
    ...analyticsRoutes(context, kinds),
    ...providerRoutes(context, kinds),
  };
  const router = Router();
  for (const [name, { endpoint, handle, bodyLimit = "16kb" }] of Object.entries(routes)) {
    const steps = [...(beforeCall?.(context, name, endpoint) ?? []), handle];
    if (endpoint.method === "POST") router.post(endpoint.path, requireJson, json({ limit: bodyLimit }), steps);
    else router.get(endpoint.path, steps);
  }
  router.use(["/api", "/l10n"], (_request, _response, next) => next(failure("path_unknown")));
  router.use(answerErrors(context));
  return router;
}

const requireJson: RequestHandler = (request, _response, next) =>
  next(request.is("application/json") || !request.get("Content-Type") ? undefined : failure("content_type"));

const parserError = z.object({ type: z.string(), status: z.number() });

const answerErrors =
  ({ log }: Context): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const parsed = parserError.safeParse(error);
    if (!parsed.success) return refuse(error, request, response, log);
    refuse(failure(parsed.data.status === 413 ? "body_too_large" : "body_malformed"), request, response, log);
  };
