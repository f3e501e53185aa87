import type { z } from "zod";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/so";
import { planById } from "../catalog";
import type { Context } from "../context";
import { hostedAddress } from "../hosted-address";
import { type Bought, buy } from "../orders/buy";
import type { Purchase } from "../orders/purchase";
import { resultOf } from "../orders/result";
import { syncOrder } from "../orders/settle";
import { Failure, failure } from "./failure";
import type { Caller, routesIn } from "./route";

const EMAIL = /^[\p{L}\p{N}_.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/iu;

export function soRoutes(context: Context, { posting }: ReturnType<typeof routesIn>) {
  return {
    soPurchase: posting(soPurchase, async (body, caller) => {
      const purchase = purchaseOf(context, body, caller);
      const bought = await context.db.transaction().execute((tx) => buy(tx, purchase));
      return bought.kind === "opened"
        ? opened(context, bought.attemptId)
        : Promise.reject(await refusal(context, bought));
    }),
    soPurchaseResult: posting(soPurchaseResult, async ({ order_id }) => {
      const stored = await syncOrder(context, order_id);
      if (!stored) throw failure("order_unknown");
      return resultOf(context, stored);
    }),
  };
}

function purchaseOf(context: Context, body: z.output<typeof soPurchase.body>, caller: Caller): Purchase {
  const key = caller.idempotencyKey();
  const plan = planById(body.plan_id);
  if (!plan) throw failure("plan_unknown");
  if (!EMAIL.test(body.email)) throw failure("email_invalid");
  for (const address of [body.return_url, body.cancel_url])
    if (new URL(address).origin !== context.siteOrigin) throw failure("address_foreign");
  return {
    key,
    plan,
    buyer: { email: body.email.toLowerCase(), userId: body.user_id ?? null },
    country: body.country_code,
    couponId: body.coupon_id || undefined,
    shown: { amount: body.amount, currency: body.currency },
    orderId: body.order_id,
    returnUrl: body.return_url,
    cancelUrl: body.cancel_url,
    attribution: body._cps ? JSON.stringify(body._cps) : null,
    now: context.now(),
  };
}

async function opened(context: Context, attemptId: string) {
  const { order_id, session, expires_at } = await context.db
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .select(["order_id", "session", "expires_at"])
    .where("attempts.id", "=", attemptId)
    .executeTakeFirstOrThrow();
  const web_url = hostedAddress(context.origin(), session);
  return { order_id, web_url, expires_at: new Date(expires_at).toISOString() };
}

async function refusal(context: Context, bought: Exclude<Bought, { kind: "opened" }>): Promise<Failure> {
  switch (bought.kind) {
    case "conflict":
      return failure("idempotency_conflict");
    case "order_unknown":
      return failure("order_unknown");
    case "price_changed":
      return failure("price_changed", { price: bought.price });
    case "coupon_refused":
      return new Failure(422, `coupon_${bought.reason}`, "The coupon does not apply.");
    case "order_live":
    case "order_done": {
      const stored = await syncOrder(context, bought.orderId);
      return failure(bought.kind, stored ? { order: await resultOf(context, stored) } : {});
    }
  }
}
