import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { z } from "zod";
import type { EndpointName } from "~/upstream/contract/endpoints";
import { purchaseBody } from "~/upstream/contract/purchase-result";
import { type Catalogue, planById } from "../../payments/catalogue/catalogue";
import { offersTo } from "../../payments/catalogue/on-sale";
import type { Context } from "../../payments/context";
import { MASTER_APP } from "../../payments/links/app-link";
import { type Buyer, ordersOf } from "../../payments/orders/buying/buyer";
import { quote } from "../../payments/orders/buying/quote";
import type { Db, Tx } from "../../payments/store/database";
import { catalogueNow } from "../catalogue";
import { answer, productOf } from "./bare-api";

const PURCHASES = ["pdPrepurchase", "psPurchase", "rzPurchase", "rbCreateSubscription", "soPurchase"] as const;
const OFFERS = ["plans", "prices", "checkCoupon"] as const;

const isOneOf = (names: readonly EndpointName[], name: string): boolean => names.some((one) => one === name);

/** What a purchase may say that the specification does not know. */
const UNKNOWN = ["browser", "order_id", "agreement", "sign", "sign_timestamp"];

/**
 * Reads a call as a backend of the specification does, which knows no members and no keys: what is offered is offered to anybody, and each
 * purchase is a new order at the price of now, for the user whom it names.
 */
export function bareStep(context: Context, name: string): RequestHandler {
  const isPurchase = isOneOf(PURCHASES, name);
  const isForAnybody = isPurchase || isOneOf(OFFERS, name);
  return async (request, _response, next) => {
    if (isForAnybody) delete request.headers.authorization;
    if (isPurchase) {
      request.headers["idempotency-key"] = randomUUID();
      request.body = await asUnderstood(context, request.body);
    }
    next();
  };
}

/** Such a backend asks for a way to pay also where a trial is free. */
export async function bareCatalogue(db: Db | Tx): Promise<Catalogue> {
  const catalogue = await catalogueNow(db);
  return { ...catalogue, plans: catalogue.plans.map((plan) => ({ ...plan, trial_without_method: false })) };
}

const bought = purchaseBody.pick({ plan_id: true, email: true, country_code: true, coupon_id: true, user_id: true });
type Bought = z.output<typeof bought>;

/** A body with mistakes stays as it is: the call refuses it. */
async function asUnderstood(context: Context, body: unknown): Promise<unknown> {
  const [sent, read] = [answer.safeParse(body), bought.safeParse(body)];
  if (!sent.success || !read.success) return body;
  const known = Object.fromEntries(Object.entries(sent.data).filter(([name]) => !UNKNOWN.includes(name)));
  const { product_id } = known;
  const product = typeof product_id === "string" ? { product_id: productOf(product_id) } : {};
  return { ...known, ...product, ...proofOf(context, read.data), ...(await priceOf(context, read.data)) };
}

/** It believes whom it is told. */
function proofOf({ links, now }: Context, { user_id }: Bought) {
  if (user_id === undefined) return {};
  const { sign_timestamp, sign } = links.linkQuery(user_id, MASTER_APP, now());
  return { sign_timestamp, sign };
}

/** The price of now, whatever was shown; nothing where the call is refused for another reason. */
function priceOf({ db, now, ...context }: Context, { plan_id, country_code: country, ...who }: Bought) {
  const buyer = { email: who.email.toLowerCase(), userId: who.user_id ?? null };
  return db.transaction().execute(async (tx) => {
    await forgetTrials(tx, buyer);
    const catalogue = await context.catalogue(tx);
    const listed = planById(catalogue, plan_id);
    if (listed === undefined) return {};
    const { plan } = (await offersTo(tx, { buyer, memberId: undefined }, now()))(listed);
    const wanted = { plan, catalogue, country, couponId: who.coupon_id || undefined, buyer, now: now() };
    const quoted = await quote(tx, wanted);
    return quoted.ok ? { ...quoted.price } : {};
  });
}

/** It does not remember who had a trial. */
const forgetTrials = (tx: Tx, buyer: Buyer) =>
  tx
    .updateTable("attempts")
    .set({ trial_days: null })
    .where("trial_days", "is not", null)
    .where("id", "in", (eb) =>
      eb.selectFrom("grants").select("attempt_id").where("grants.order_id", "in", ordersOf(tx, buyer)),
    )
    .execute();
