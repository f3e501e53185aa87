import { expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeResult, makeSoOrder } from "../mocks/builders";
import { refusing, responding } from "../mocks/handlers";
import { letTimePass } from "../mocks/passing-time";
import { upstream } from "../mocks/server";
import { stopClock } from "../mocks/stopped-clock";
import { cookiesOf, memberCookie } from "../visitor/requests";
import { BUYER, pay, refusal } from "./buying";
import { fieldsOf, leadsTo, page, post, shown, tokenIn } from "./site";

it.each(["order_live", "order_done"])("for %s the buyer is taken to the order there is", async (code) => {
  const error = refusal(code, { order: makeResult({ order_id: "ord_7" }) });
  upstream.use(refusing(endpoints.soPurchase, 409, error));
  const answer = await pay();
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_7" });
});

const HOUR_MS = 3_600_000;

it("a form that was open for more than a day is shown again with today's price and all entries, and then is sent", async () => {
  stopClock();
  const form = await page("/payment/year");
  vi.setSystemTime(Date.now() + 25 * HOUR_MS);
  const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(again.answer.status).toBe(422);
  const alert = again.see.getByRole("alert", { name: "Please check the price" });
  expect(alert.textContent).toContain("This page is more than a day old");
  expect(again.see.getByLabelText<HTMLInputElement>("Email").value).toBe(BUYER.email);
  expect(fieldsOf(again).get("provider")).toBe(BUYER.provider);
  expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
  // From here on the price is good for another day.
  vi.setSystemTime(Date.now() + 23 * HOUR_MS);
  expect((await post("/payment/year", fieldsOf(again))).status).toBe(303);
});

it("a form that comes back and is sent the next day repeats its call to the byte, return address included", async () => {
  stopClock();
  const bodies: string[] = [];
  upstream.use(
    responding(endpoints.soPurchase, async (request) => {
      bodies.push(await request.text());
      return Response.json(makeApiError(), { status: 503 });
    }),
  );
  const form = await page("/payment/year");
  vi.setSystemTime(Date.now() + 12 * HOUR_MS);
  const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  const sent = new Set(bodies.splice(0));
  vi.setSystemTime(Date.now() + 11 * HOUR_MS);
  await post("/payment/year", fieldsOf(again));
  expect([...sent]).toEqual([...new Set(bodies)]);
});

it("entries that changed under the same attempt are shown again, under a new one", async () => {
  upstream.use(refusing(endpoints.soPurchase, 409, refusal("idempotency_conflict")));
  const form = await page("/payment/year");
  const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("Your details changed");
  expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
});

it.each([
  ["over", 401],
  ["one to be asked about", 50008],
])("a session that turns out to be %s costs one more press, and no entry", async (_, code) => {
  upstream.use(
    responding(endpoints.soPurchase, ({ headers }) =>
      headers.has("authorization")
        ? Response.json(makeApiError({ code }), { status: 401 })
        : Response.json(makeSoOrder()),
    ),
  );
  const form = await page("/payment/year", { cookie: await memberCookie() });
  const refused = await shown(post("/payment/year", fieldsOf(form, BUYER), { cookie: await memberCookie() }));
  expect(refused.see.getByRole("alert").textContent).toContain("You’ve been signed out");
  expect(refused.document.querySelector(".account-link")).toBeNull();
  expect(Object.fromEntries(fieldsOf(refused))).toMatchObject({ ...BUYER, attempt: fieldsOf(form).get("attempt") });
  const again = await post("/payment/year", fieldsOf(refused), { cookie: cookiesOf(refused.answer.headers) });
  expect([again.status, leadsTo(again)]).toEqual([303, "/redirect"]);
});

it("an e-mail address the payments API refuses is a mistake of that field", async () => {
  upstream.use(refusing(endpoints.soPurchase, 400, refusal("email_invalid")));
  const { see } = await shown(pay());
  expect(see.getByRole("alert").querySelector("a")?.getAttribute("href")).toBe("#email");
});

it("where no answer comes in time the buyer waits on the status page: there may be an order", async () => {
  const form = await page("/payment/year");
  letTimePass();
  upstream.use(responding(endpoints.soPurchase, () => new Promise<never>(() => {})));
  const answer = await post("/payment/year", fieldsOf(form, BUYER));
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ attempt: fieldsOf(form).get("attempt") });
});

it.each([
  ["answers 500", () => new Response("", { status: 500 })],
  ["cannot be reached", () => Response.error()],
])("where the payments API %s the form is shown again under the same attempt", async (_, respond) => {
  upstream.use(responding(endpoints.soPurchase, respond));
  const form = await page("/payment/year");
  const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("couldn’t start the payment. Wait a moment");
  expect(fieldsOf(again).get("attempt")).toBe(fieldsOf(form).get("attempt"));
});
