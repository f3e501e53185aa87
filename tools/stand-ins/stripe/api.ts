import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import { z } from "zod";
import { expire, sessionNow, shown } from "./buyer";
import { refund, refundParams } from "./money-back";
import { created, type Objects, StripeError } from "./objects";
import type { Ring } from "./payments";
import { couponParams, newSession, sessionParams } from "./session-params";
import { anyObject, subscription } from "./shapes";

/** What the driver pins: all answers have its shape. */
const VERSION = "2024-06-20";
const DAY_MS = 86_400_000;

export interface Api {
  readonly objects: Objects;
  readonly ring: Ring;
  readonly secretKey: string;
  origin(): string;
}

export function stripeApi(api: Api): Router {
  const router = express.Router();
  router.use(express.urlencoded({ extended: true }), authorized(api), keyed(api.objects));
  sessions(router, api);
  money(router, api);
  subscriptions(router, api);
  router.use((_request, _response, next) => next(new StripeError(404, "invalid_request_error")));
  router.use(failed);
  return router;
}

function sessions(router: Router, { objects, ring, origin }: Api): void {
  router.post("/checkout/sessions", (request, response) => {
    const made = newSession(objects, origin(), sessionParams.parse(request.body));
    objects.put(made);
    response.json(shown(made));
  });
  router.get("/checkout/sessions", (request, response) => {
    const { created } = listQuery.parse(request.query);
    for (const { id } of objects.list("checkout.session")) sessionNow(objects, ring, id);
    sendList(request, response, objects, objects.list("checkout.session", { created }));
  });
  router.get("/checkout/sessions/:id", (request, response) => {
    send(request, response, objects, sessionNow(objects, ring, request.params.id));
  });
  router.post("/checkout/sessions/:id/expire", (request, response) => {
    const found = sessionNow(objects, ring, request.params.id);
    if (found.status !== "open") throw new StripeError(400, "invalid_request_error");
    response.json(shown(expire(objects, ring, found)));
  });
  router.post("/coupons", (request, response) => {
    const { max_redemptions, ...params } = couponParams.parse(request.body);
    if (objects.find(anyObject, params.id))
      throw new StripeError(400, "invalid_request_error", "resource_already_exists");
    const facts = { object: "coupon", created: objects.seconds, livemode: false, times_redeemed: 0, valid: true };
    objects.put({ ...params, max_redemptions, ...facts });
    response.json(objects.get(anyObject, params.id));
  });
}

function money(router: Router, { objects, ring }: Api): void {
  router.post("/refunds", (request, response) => {
    response.json(refund(objects, ring, refundParams.parse(request.body)));
  });
  for (const [path, kind] of [
    ["/refunds", "refund"],
    ["/disputes", "dispute"],
    ["/balance_transactions", "balance_transaction"],
  ] as const)
    router.get(path, (request, response) => {
      const { charge, created, source } = listQuery.parse(request.query);
      sendList(request, response, objects, objects.list(kind, { owner: source ?? charge, created }));
    });
}

const flag = z.strictObject({ cancel_at_period_end: z.enum(["true", "false"]) });
const portal = z.strictObject({
  customer: z.string(),
  return_url: z.url(),
  flow_data: z.strictObject({ type: z.literal("payment_method_update") }),
});

function subscriptions(router: Router, { objects, ring, origin }: Api): void {
  router.get("/subscriptions/:id", (request, response) => {
    send(request, response, objects, objects.get(subscription, request.params.id));
  });
  router.post("/subscriptions/:id", (request, response) => {
    const cancel_at_period_end = flag.parse(request.body).cancel_at_period_end === "true";
    const before = objects.get(subscription, request.params.id);
    if (before.status === "canceled") throw new StripeError(404, "invalid_request_error", "resource_missing");
    objects.put({ ...before, cancel_at_period_end });
    ring("customer.subscription.updated", shown({ ...before, cancel_at_period_end }));
    send(request, response, objects, objects.get(subscription, before.id));
  });
  router.delete("/subscriptions/:id", (request, response) => {
    const before = objects.get(subscription, request.params.id);
    if (before.status === "canceled") throw new StripeError(404, "invalid_request_error", "resource_missing");
    const ended = { ...before, status: "canceled", canceled_at: objects.seconds };
    objects.put(ended);
    ring("customer.subscription.deleted", shown(ended));
    response.json(shown(ended));
  });
  router.get("/invoices", (request, response) => {
    const { subscription, status } = listQuery.parse(request.query);
    const all = objects.list("invoice", { owner: subscription });
    sendList(
      request,
      response,
      objects,
      all.filter((one) => status === undefined || one.status === status),
    );
  });
  router.post("/billing_portal/sessions", (request, response) => {
    const { customer, return_url } = portal.parse(request.body);
    const id = objects.newId("bps");
    const facts = {
      configuration: "bpc_1",
      created: objects.seconds,
      livemode: false,
      locale: null,
      on_behalf_of: null,
    };
    response.json({
      id,
      object: "billing_portal.session",
      customer,
      return_url,
      url: `${origin()}/portal/${id}`,
      ...facts,
    });
  });
}

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
  created: created.optional(),
  charge: z.string().optional(),
  source: z.string().optional(),
  subscription: z.string().optional(),
  status: z.string().optional(),
  expand: z.array(z.string()).default([]),
});

function sendList(request: Request, response: Response, objects: Objects, all: readonly { id: string }[]): void {
  const { limit, starting_after } = listQuery.parse(request.query);
  const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1;
  const data = all.slice(from, from + limit).map(shown);
  const url = request.originalUrl.split("?")[0];
  send(request, response, objects, { object: "list", data, has_more: all.length > from + limit, url });
}

const expandQuery = z.looseObject({ expand: z.array(z.string()).default([]) });

function send(request: Request, response: Response, objects: Objects, object: object): void {
  const paths = expandQuery.parse(request.query).expand.map((path) => path.split("."));
  response.json(paths.reduce<unknown>((whole, path) => objects.expanded(whole, path), shown(object)));
}

const authorized =
  ({ secretKey }: Api): RequestHandler =>
  (request, _response, next) => {
    if (request.get("authorization") !== `Bearer ${secretKey}`) throw new StripeError(401, "invalid_request_error");
    if (request.get("stripe-version") !== VERSION) throw new StripeError(400, "invalid_request_error", "version");
    next();
  };

const keyRow = z.object({ path: z.string(), body: z.string(), status: z.number(), answer: z.string() });

/** The same key within a day is answered as before, or refused where the rest differs. Calls that were refused are not remembered. */
const keyed =
  (objects: Objects): RequestHandler =>
  (request, response, next) => {
    const key = request.get("idempotency-key");
    if (key === undefined || request.method !== "POST") return next();
    const { path } = request;
    const body = JSON.stringify(request.body);
    const [known] = objects.books.rows(
      keyRow,
      "select * from keys where key = ? and at > ?",
      key,
      objects.now() - DAY_MS,
    );
    if (known !== undefined && (known.path !== path || known.body !== body))
      throw new StripeError(400, "idempotency_error");
    if (known !== undefined) return void response.status(known.status).type("json").send(known.answer);
    const send = response.json.bind(response);
    response.json = (answer) => {
      const row = [key, path, body, objects.now(), response.statusCode, JSON.stringify(answer)] as const;
      if (response.statusCode < 400) objects.books.run("insert or replace into keys values (?, ?, ?, ?, ?, ?)", ...row);
      return send(answer);
    };
    next();
  };

const failed: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  const unread = new StripeError(400, "invalid_request_error", "parameter_unknown", issue?.path.join("."));
  const { status, type, code, param, message } = error instanceof StripeError ? error : unread;
  response.status(status).json({ error: { type, code, param, message } });
};
