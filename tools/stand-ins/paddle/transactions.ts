import type { Router } from "express";
import { z } from "zod";
import { send, sendList } from "./answers";
import { currency, got, PaddleError, priceAsked, type Transaction } from "./books";
import type { PaddleWorld } from "./world";

const transactionAsked = z.strictObject({
  items: z.array(z.strictObject({ quantity: z.literal(1), price: priceAsked })).min(1),
  customer_id: z.string(),
  currency_code: currency,
  collection_mode: z.literal("automatic"),
  custom_data: z.record(z.string(), z.string()),
  checkout: z.strictObject({ url: z.url() }).optional(),
});

const include = z.literal("adjustments").optional();
/** Paddle has no filter by custom data. */
const transactionsQuery = z.strictObject({
  ...{ after: z.string().optional(), per_page: z.string().optional(), order_by: z.string().optional(), include },
  id: z.string().optional(),
  customer_id: z.string().optional(),
  subscription_id: z.string().optional(),
  origin: z.string().optional(),
  status: z.string().optional(),
  created_at: z.strictObject({ GTE: z.iso.datetime() }).optional(),
  updated_at: z.strictObject({ GTE: z.iso.datetime() }).optional(),
});

/** What is sent to cancel one may change nothing else of it. */
const changeAsked = z.union([
  z.strictObject({ status: z.literal("canceled") }),
  z.strictObject({ address_id: z.string() }),
]);

export function transactionRoutes(router: Router, world: PaddleWorld): void {
  const { books } = world;
  router.post("/transactions", (request, response) => {
    const made = newTransaction(world, transactionAsked.parse(request.body));
    world.ring("transaction.created", world.view(made));
    send(response, world.view(books.transactions.put(made)), 201);
  });
  router.get("/transactions", (request, response) => {
    const query = transactionsQuery.parse(request.query);
    const asked = books.transactions.all().filter((one) => isAskedFor(one, query));
    const view = (one: Transaction) => world.view(one, query.include !== undefined);
    sendList(request, response, asked, view, 30);
  });
  router.get("/transactions/:id", (request, response) => {
    const query = z.strictObject({ include }).parse(request.query);
    send(response, world.view(got(books.transactions, request.params.id), query.include !== undefined));
  });
  router.patch("/transactions/:id", (request, response) => {
    const asked = changeAsked.parse(request.body);
    const { id } = request.params;
    send(response, world.view("status" in asked ? world.cancel(id) : addressed(world, id, asked.address_id)));
  });
}

function isAskedFor(one: Transaction, query: z.output<typeof transactionsQuery>): boolean {
  const { customer_id, subscription_id, origin, status, created_at, updated_at } = query;
  return (
    one.id === (query.id ?? one.id) &&
    one.customer_id === (customer_id ?? one.customer_id) &&
    one.subscription_id === (subscription_id ?? one.subscription_id) &&
    one.origin === (origin ?? one.origin) &&
    one.status === (status ?? one.status) &&
    one.created_at >= (created_at?.GTE ?? "") &&
    one.updated_at >= (updated_at?.GTE ?? "")
  );
}

/** Without an address it is a draft. @throws PaddleError */
function newTransaction({ books }: PaddleWorld, asked: z.output<typeof transactionAsked>): Transaction {
  const { id: customer_id } = got(books.customers, asked.customer_id);
  const { currency_code, custom_data } = asked;
  const prices = asked.items.map(({ price }) => price);
  if (prices.some(({ unit_price }) => unit_price.currency_code !== currency_code))
    throw new PaddleError(400, "transaction_item_currency_invalid");
  if (prices.filter(({ billing_cycle }) => billing_cycle).length > 1)
    throw new PaddleError(400, "transaction_price_different_billing_cycle");
  const lines = prices.map((price) => ({
    id: books.newId("txnitm"),
    price: { ...price, id: books.newId("pri"), product_id: books.newId("pro") },
    total: price.trial_period ? 0 : Number(price.unit_price.amount),
  }));
  const now = books.time();
  return {
    ...{ customer_id, currency_code, custom_data, lines, created_at: now, updated_at: now },
    id: books.newId("txn"),
    status: "draft",
    origin: "api",
    address_id: null,
    subscription_id: null,
    billing_period: null,
    discount: 0,
    page: asked.checkout?.url ?? null,
    payments: [],
    billed_at: null,
  };
}

/** @throws PaddleError */
function addressed(world: PaddleWorld, id: string, addressId: string): Transaction {
  const found = got(world.books.transactions, id);
  if (found.status !== "draft" && found.status !== "ready") throw new PaddleError(400, "transaction_immutable");
  const address = got(world.books.addresses, addressId);
  if (address.customer_id !== found.customer_id) throw new PaddleError(400, "transaction_address_not_of_customer");
  return world.makeReady({ ...found, address_id: addressId });
}
