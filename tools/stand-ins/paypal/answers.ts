import { randomInt } from "node:crypto";
import Big from "big.js";
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { Capture, Order, PayPalBooks, Plan, Subscription } from "./books";

/** An answer that is a refusal. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly issue?: string,
  ) {
    super(title);
  }
}

export const unprocessable = (issue: string) => new Problem(422, "UNPROCESSABLE_ENTITY", issue);
export const notFound = () => new Problem(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");

/** A handler whose refusals are answered as PayPal does. */
export function answering(handle: (request: Request, response: Response, id: string) => void): RequestHandler {
  return (request, response) => {
    try {
      handle(request, response, String(request.params.id));
    } catch (error) {
      const isMalformed = error instanceof z.ZodError;
      if (!isMalformed && !(error instanceof Problem)) throw error;
      const problem = isMalformed ? new Problem(400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER") : error;
      response.status(problem.status).json(bodyOf(problem));
    }
  };
}

const MESSAGES: Readonly<Record<string, string>> = {
  UNPROCESSABLE_ENTITY:
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  RESOURCE_NOT_FOUND: "The specified resource does not exist.",
};

const bodyOf = ({ title, issue }: Problem) => ({
  name: title,
  message: MESSAGES[title] ?? title,
  debug_id: idOf(13).toLowerCase(),
  details: issue === undefined ? [] : [{ issue }],
  links: [],
});

const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const idOf = (length: number): string =>
  Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)] ?? "A").join("");

/** All of it where it was asked for, else what PayPal calls minimal. */
export function send(
  request: Request,
  response: Response,
  whole: { id: string; status?: string; links: readonly object[] },
  status = 201,
): void {
  const isWhole = request.method === "GET" || request.get("prefer") === "return=representation";
  response.status(status).json(isWhole ? whole : { id: whole.id, status: whole.status, links: whole.links });
}

const link = (rel: string, href: string, method = "GET") => ({ rel, href, method });

export function orderView(books: PayPalBooks, order: Order, origin: string) {
  const { id, status, custom_id, invoice_id, amount, description, create_time } = order;
  const self = `${origin}/v2/checkout/orders/${id}`;
  const captures = books.captures.all("order", id);
  const refunds = captures.flatMap((capture) => capture.refunds.map((refund) => refundView(capture, refund, origin)));
  const made =
    captures.length === 0 ? {} : { payments: { captures: captures.map((one) => inOrder(one, origin)), refunds } };
  const next = link("approve", `${origin}/checkoutnow?token=${id}`);
  return {
    id,
    intent: "CAPTURE",
    status,
    create_time,
    purchase_units: [{ reference_id: "default", amount, custom_id, invoice_id, description, ...made }],
    links: [link("self", self), ...(status === "CREATED" ? [next] : []), link("capture", `${self}/capture`, "POST")],
  };
}

/** In its order a capture does not say which one that is. */
const inOrder = (capture: Capture, origin: string) => captureView({ ...capture, order: undefined }, origin);

export function captureView(capture: Capture, origin: string) {
  const { id, status, amount, custom_id, invoice_id, create_time, order } = capture;
  const self = `${origin}/v2/payments/captures/${id}`;
  return {
    id,
    status,
    ...(status === "PENDING" ? { status_details: { reason: "ECHECK" } } : {}),
    amount,
    final_capture: true,
    seller_protection: { status: "NOT_ELIGIBLE" },
    custom_id,
    invoice_id,
    ...(order === undefined ? {} : { supplementary_data: { related_ids: { order_id: order } } }),
    create_time,
    update_time: create_time,
    links: [link("self", self), link("refund", `${self}/refund`, "POST")],
  };
}

export function refundView(capture: Capture, { id, amount, create_time }: Capture["refunds"][number], origin: string) {
  const links = [
    link("self", `${origin}/v2/payments/refunds/${id}`),
    link("up", `${origin}/v2/payments/captures/${capture.id}`),
  ];
  return { id, status: "COMPLETED", amount, create_time, update_time: create_time, links };
}

/** Of a payment of a subscription, in the list of its transactions. */
export function transactionView({ id, status, amount, create_time }: Capture) {
  return { id, status, amount_with_breakdown: { gross_amount: amount, net_amount: amount }, time: create_time };
}

export function planView({ id, product_id, name, billing_cycles, payment_preferences, create_time }: Plan) {
  return { id, product_id, name, status: "ACTIVE", billing_cycles, payment_preferences, create_time, links: [] };
}

export function subscriptionView(subscription: Subscription, plan: Plan, origin: string, fields: readonly string[]) {
  const { id, status, note, plan_id, custom_id, start_time, create_time, agreement, failures, failed_at } =
    subscription;
  const { currency_code = "USD" } = plan.billing_cycles.at(-1)?.pricing_scheme?.fixed_price ?? {};
  const amount = { currency_code, value: "0.0" };
  const failed = failed_at === undefined ? undefined : { amount, time: failed_at, reason_code: "PAYER_CANNOT_PAY" };
  const page = link("approve", `${origin}/webapps/billing/subscriptions?ba_token=${agreement}`);
  return {
    id,
    status,
    status_change_note: note,
    plan_id,
    custom_id,
    start_time,
    create_time,
    plan_overridden: false,
    quantity: "1",
    ...(status === "APPROVAL_PENDING"
      ? {}
      : {
          billing_info: {
            outstanding_balance: amount,
            failed_payments_count: failures,
            next_billing_time: subscription.next_billing_time,
            ...(fields.includes("last_failed_payment") && failed !== undefined ? { last_failed_payment: failed } : {}),
          },
        }),
    ...(fields.includes("plan") ? { plan: planView(plan) } : {}),
    links: [...(status === "APPROVAL_PENDING" ? [page] : []), link("self", `${origin}/v1/billing/subscriptions/${id}`)],
  };
}

/** What is left of a capture. */
export const restOf = ({ amount, refunds }: Capture): Big =>
  refunds.reduce((rest, refund) => rest.minus(refund.amount.value), Big(amount.value));
