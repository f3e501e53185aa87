import type { Router } from "express";
import { z } from "zod";
import { send } from "./answers";
import { got, PaddleError } from "./books";
import type { PaddleWorld } from "./world";

const changeAsked = z.strictObject({ scheduled_change: z.null() });
const cancelAsked = z.strictObject({ effective_from: z.enum(["next_billing_period", "immediately"]) });

export function subscriptionRoutes(router: Router, world: PaddleWorld): void {
  const { subscriptions } = world.books;
  router.get("/subscriptions/:id", (request, response) => {
    send(response, world.viewOf(got(subscriptions, request.params.id)));
  });
  router.patch("/subscriptions/:id", (request, response) => {
    const { scheduled_change } = changeAsked.parse(request.body);
    const found = got(subscriptions, request.params.id);
    if (found.status === "canceled") throw new PaddleError(400, "subscription_update_when_canceled");
    send(response, world.viewOf(world.change({ ...found, scheduled_change }, "updated")));
  });
  router.post("/subscriptions/:id/cancel", (request, response) => {
    const { effective_from } = cancelAsked.parse(request.body);
    const found = got(subscriptions, request.params.id);
    if (found.status === "canceled") throw new PaddleError(400, "subscription_update_when_canceled");
    if (found.scheduled_change !== null) throw new PaddleError(400, "subscription_locked_pending_changes");
    const { ends_at: effective_at } = found.current_billing_period;
    const ended = { ...found, status: "canceled", canceled_at: world.books.time() } as const;
    const ending = { ...found, scheduled_change: { action: "cancel", effective_at } } as const;
    const isNow = effective_from === "immediately";
    send(response, world.viewOf(world.change(isNow ? ended : ending, isNow ? "canceled" : "updated")));
  });
}
