import type { Router } from "express";
import { z } from "zod";
import { answering, idOf, notFound, orderView, send, unprocessable } from "./answers";
import { money, type Order } from "./books";
import type { PayPalWorld } from "./world";

const asked = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.object({
        amount: money,
        custom_id: z.string().max(127).optional(),
        invoice_id: z.string().max(127).optional(),
        description: z.string().max(127).optional(),
      }),
    )
    .length(1),
  application_context: z.object({ return_url: z.url(), cancel_url: z.url() }),
});
const patch = z
  .array(
    z.object({
      op: z.literal("replace"),
      path: z.literal("/purchase_units/@reference_id=='default'/custom_id"),
      value: z.string(),
    }),
  )
  .length(1);

const WHOLE = ["HUF", "JPY", "TWD"];

/** Orders v2. */
export function orderRoutes(router: Router, world: PayPalWorld): void {
  const { books } = world;
  const found = (id: string): Order => {
    const order = books.orders.get(id);
    if (order === undefined || order.status === "GONE") throw notFound();
    return order;
  };
  router.post(
    "/v2/checkout/orders",
    answering((request, response) => {
      const key = request.get("paypal-request-id");
      const before = books.orders.get(books.madeBy(key, request.path) ?? "");
      const order = before ?? books.orders.put(newOrder(asked.parse(request.body), books.time()));
      if (before === undefined) books.remember(key, request.path, order.id);
      send(request, response, orderView(books, order, world.origin()), before === undefined ? 201 : 200);
    }),
  );
  router.get(
    "/v2/checkout/orders/:id",
    answering((request, response, id) => send(request, response, orderView(books, found(id), world.origin()), 200)),
  );
  router.patch(
    "/v2/checkout/orders/:id",
    answering((request, response, id) => {
      const order = found(id);
      if (order.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_COMPLETED");
      const [{ value } = { value: "" }] = patch.parse(request.body);
      books.orders.put({ ...order, custom_id: value });
      response.status(204).end();
    }),
  );
  router.post(
    "/v2/checkout/orders/:id/capture",
    answering((request, response, id) => {
      const order = found(id);
      const key = request.get("paypal-request-id");
      const isRepeated = books.madeBy(key, request.path) !== undefined;
      if (!isRepeated) books.remember(key, request.path, take(order, world));
      send(request, response, orderView(books, found(order.id), world.origin()), isRepeated ? 200 : 201);
    }),
  );
}

function newOrder({ purchase_units, application_context }: z.output<typeof asked>, create_time: string): Order {
  const [unit] = purchase_units;
  if (unit === undefined) throw unprocessable("ITEM_TOTAL_REQUIRED");
  const { currency_code, value } = unit.amount;
  if (WHOLE.includes(currency_code) ? value.includes(".") : !/^\d+\.\d\d$/.test(value))
    throw unprocessable("DECIMAL_PRECISION");
  return { id: idOf(17), status: "CREATED", create_time, ...unit, ...application_context, funding: "ok" };
}

/** @returns the capture's id */
function take(order: Order, world: PayPalWorld): string {
  const { books } = world;
  if (order.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_CAPTURED");
  if (order.status !== "APPROVED") throw unprocessable("ORDER_NOT_APPROVED");
  const { id, custom_id, invoice_id, amount, funding } = order;
  const sold = invoice_id === undefined ? [] : books.captures.all("invoice_id", invoice_id);
  if (sold.some(({ status }) => status !== "DECLINED")) throw unprocessable("DUPLICATE_INVOICE_ID");
  if (funding === "refused") throw unprocessable("INSTRUMENT_DECLINED");
  books.orders.put({ ...order, status: "COMPLETED" });
  return world.take({ order: id, custom_id, invoice_id, amount, funding }).id;
}
