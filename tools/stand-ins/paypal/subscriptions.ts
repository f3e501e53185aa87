import type { Request, Router } from "express";
import { z } from "zod";
import { answering, idOf, notFound, planView, send, subscriptionView, transactionView, unprocessable } from "./answers";
import { type Plan, planAsked, type Subscription } from "./books";
import { activate } from "./renewals";
import type { PayPalWorld } from "./world";

const productAsked = z.object({ id: z.string().min(6).max(50), name: z.string().min(1).max(127) });
const started = z.object({
  plan_id: z.string(),
  custom_id: z.string().max(127).optional(),
  application_context: z.object({ return_url: z.url(), cancel_url: z.url(), user_action: z.literal("CONTINUE") }),
});

/** The catalogue, and Subscriptions v1. */
export function subscriptionRoutes(router: Router, world: PayPalWorld): void {
  const { books } = world;
  router.post(
    "/v1/catalogs/products",
    answering((request, response) => {
      const { id, name } = productAsked.parse(request.body);
      if (books.products.get(id) !== undefined) throw unprocessable("DUPLICATE_RESOURCE_IDENTIFIER");
      response.status(201).json(books.products.put({ id, name }));
    }),
  );
  router.get(
    "/v1/billing/plans",
    answering((request, response) => {
      const { product_id: of } = z.object({ product_id: z.string() }).parse(request.query);
      const plans = books.plans.all("product_id", of).map(planView);
      response.json({ plans, total_items: plans.length, total_pages: 1, links: [] });
    }),
  );
  router.post(
    "/v1/billing/plans",
    answering((request, response) => {
      const make = () => {
        const plan = planAsked.parse(request.body);
        if (books.products.get(plan.product_id) === undefined) throw notFound();
        return books.plans.put({ ...plan, id: `P-${idOf(24)}`, create_time: books.time() });
      };
      send(request, response, planView(once(request, world, (id) => books.plans.get(id), make)));
    }),
  );
  router.post(
    "/v1/billing/subscriptions",
    answering((request, response) => {
      const make = () => books.subscriptions.put(newSubscription(started.parse(request.body), books.time()));
      const made = once(request, world, (id) => books.subscriptions.get(id), make);
      send(request, response, subscriptionView(made, planOf(made, world), world.origin(), []));
    }),
  );
  subscriptionById(router, world);
}

function subscriptionById(router: Router, world: PayPalWorld): void {
  const { books } = world;
  const found = (id: string): Subscription => {
    const subscription = books.subscriptions.get(id);
    if (subscription === undefined) throw notFound();
    return subscription;
  };
  router.get(
    "/v1/billing/subscriptions/:id",
    answering((request, response, id) => {
      const fields = z
        .object({ fields: z.string().default("") })
        .parse(request.query)
        .fields.split(",");
      const one = found(id);
      send(request, response, subscriptionView(one, planOf(one, world), world.origin(), fields), 200);
    }),
  );
  router.get(
    "/v1/billing/subscriptions/:id/transactions",
    answering((request, response, id) => {
      const range = z.object({ start_time: z.iso.datetime(), end_time: z.iso.datetime() }).parse(request.query);
      const all = books.captures.all("subscription", found(id).id);
      const isIn = (time: string) =>
        Date.parse(range.start_time) <= Date.parse(time) && Date.parse(time) <= Date.parse(range.end_time);
      const transactions = all.filter(({ create_time }) => isIn(create_time)).map(transactionView);
      response.json({ transactions, total_items: transactions.length, total_pages: 1, links: [] });
    }),
  );
  const change = (name: string, make: (subscription: Subscription, note: string) => void) =>
    router.post(
      `/v1/billing/subscriptions/:id/${name}`,
      answering((request, response, id) => {
        const { reason } = z.object({ reason: z.string().min(1).max(128) }).parse(request.body);
        make(found(id), reason);
        response.status(204).end();
      }),
    );
  change("activate", (subscription, note) => activate(subscription, note, planOf(subscription, world), world));
  change("suspend", (one, note) => to(world, one, ["ACTIVE"], "SUSPENDED", note));
  change("cancel", (one, note) => to(world, one, ["ACTIVE", "SUSPENDED"], "CANCELLED", note));
}

function to(
  world: PayPalWorld,
  one: Subscription,
  from: readonly string[],
  status: "SUSPENDED" | "CANCELLED",
  note: string,
): void {
  if (!from.includes(one.status)) throw unprocessable("SUBSCRIPTION_STATUS_INVALID");
  world.books.subscriptions.put({ ...one, status, note });
  world.ring(`BILLING.SUBSCRIPTION.${status}`, "subscription", { id: one.id, status, custom_id: one.custom_id });
}

export function planOf({ plan_id }: Subscription, { books }: PayPalWorld): Plan {
  const plan = books.plans.get(plan_id);
  if (plan === undefined) throw notFound();
  return plan;
}

/** The same for the same key. */
function once<T extends { id: string }>(
  request: Request,
  { books }: PayPalWorld,
  get: (id: string) => T | undefined,
  make: () => T,
): T {
  const key = request.get("paypal-request-id");
  const before = get(books.madeBy(key, request.path) ?? "");
  if (before !== undefined) return before;
  const made = make();
  books.remember(key, request.path, made.id);
  return made;
}

function newSubscription(
  { plan_id, custom_id, application_context }: z.output<typeof started>,
  time: string,
): Subscription {
  const { return_url, cancel_url } = application_context;
  const facts = { plan_id, custom_id, return_url, cancel_url, create_time: time, start_time: time };
  return {
    id: `I-${idOf(12)}`,
    agreement: `BA-${idOf(17)}`,
    status: "APPROVAL_PENDING",
    failures: 0,
    funding: "ok",
    ...facts,
  };
}
