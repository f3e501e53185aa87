import type { Router } from "express";
import { z } from "zod";
import { answering, captureView, notFound, refundView, send, unprocessable } from "./answers";
import { type Capture, money } from "./books";
import { disputeView, type PayPalWorld } from "./world";

const refundAsked = z.object({ amount: money.optional() });

/** Payments v2 and disputes. */
export function paymentRoutes(router: Router, world: PayPalWorld): void {
  const { books, origin } = world;
  const found = (id: string): Capture => {
    const capture = books.captures.get(id);
    if (capture === undefined) throw notFound();
    return capture;
  };
  router.get(
    "/v2/payments/captures/:id",
    answering((request, response, id) => send(request, response, captureView(found(id), origin()), 200)),
  );
  router.post(
    "/v2/payments/captures/:id/refund",
    answering((request, response, id) => {
      const capture = found(id);
      const key = request.get("paypal-request-id");
      const known = books.madeBy(key, request.path);
      const before = capture.refunds.find((refund) => refund.id === known);
      const { amount } = refundAsked.parse(request.body);
      if (amount !== undefined && amount.currency_code !== capture.amount.currency_code)
        throw unprocessable("CURRENCY_MISMATCH");
      const refund = before ?? world.refund(capture, amount?.value);
      if (before === undefined) books.remember(key, request.path, refund.id);
      send(request, response, refundView(capture, refund, origin()));
    }),
  );
  router.get(
    "/v1/customer/disputes",
    answering((request, response) => {
      const { disputed_transaction_id: of } = z.object({ disputed_transaction_id: z.string() }).parse(request.query);
      response.json({ items: books.disputes.all("capture", of).map(disputeView), links: [] });
    }),
  );
  router.get(
    "/v1/customer/disputes/:id",
    answering((_request, response, id) => {
      const dispute = books.disputes.get(id);
      if (dispute === undefined) throw notFound();
      response.json(disputeView(dispute));
    }),
  );
}
