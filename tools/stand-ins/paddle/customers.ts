import type { Router } from "express";
import { z } from "zod";
import { send, sendList } from "./answers";
import { got, PaddleError } from "./books";
import { addressView, customerView } from "./views";
import type { PaddleWorld } from "./world";

const customersQuery = z.looseObject({ email: z.string().max(100) });
const customerAsked = z.strictObject({ email: z.email().max(320) });
const addressAsked = z.strictObject({
  country_code: z.string().regex(/^[A-Z]{2}$/),
  postal_code: z.string().optional(),
});

/** Where Paddle wants a postal code. */
const WITH_POSTAL_CODE = ["AU", "CA", "FR", "DE", "IN", "IT", "NL", "ES", "GB", "US"];

export function customerRoutes(router: Router, { books }: PaddleWorld): void {
  const { customers, addresses } = books;
  router.get("/customers", (request, response) => {
    const { email } = customersQuery.parse(request.query);
    sendList(request, response, customers.all("email", email), customerView, 200);
  });
  router.post("/customers", (request, response) => {
    const { email } = customerAsked.parse(request.body);
    if (customers.all("email", email).length > 0) throw new PaddleError(409, "customer_already_exists");
    const made = customers.put({ id: books.newId("ctm"), email, created_at: books.time() });
    send(response, customerView(made), 201);
  });
  router.get("/customers/:id/addresses", (request, response) => {
    const { id } = got(customers, request.params.id);
    sendList(request, response, addresses.all("customer_id", id), addressView, 50);
  });
  router.post("/customers/:id/addresses", (request, response) => {
    const { id: customer_id } = got(customers, request.params.id);
    const { country_code, postal_code = null } = addressAsked.parse(request.body);
    if (postal_code === null && WITH_POSTAL_CODE.includes(country_code)) throw new PaddleError(400, "bad_request");
    const made = { id: books.newId("add"), customer_id, country_code, postal_code, created_at: books.time() };
    send(response, addressView(addresses.put(made)), 201);
  });
}
