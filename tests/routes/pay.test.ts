import { expect, it } from "vitest";
import { translate } from "~/i18n/messages.server";
import { readOrderToken } from "~/purchase/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makeApiError, makePlan, makeResult } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { letTimePass } from "../mocks/passing-time";
import { upstream } from "../mocks/server";
import { fieldsOf, leadsTo, page, post, shown, tokenIn } from "./site";

const BUYER = { email: "buyer@example.com" };

/** Opens the checkout, fills it in and sends it. */
async function pay(entered: Record<string, string> = {}, lang = "") {
  const path = `${lang}/payment/year`;
  const form = await page(path);
  return post(path, fieldsOf(form, { ...BUYER, ...entered }));
}
const refusal = (code: string, more = {}) => makeApiError({ error: { code, message: "" }, ...more });

it("a form that is filled in leads to the page that takes the buyer to the provider", async () => {
  const answer = await pay();
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({
    orderId: "ord_1",
    plan: "year",
    email: "buyer@example.com",
    amount: 54.99,
    currency: "EUR",
    lang: "en",
  });
});

it("in German it leads to the German page", async () => {
  expect(leadsTo(await pay({}, "/de"))).toBe("/de/redirect");
});

it("an address typed on a phone is put right", async () => {
  const answer = await pay({ email: "  Buyer@Example.COM " });
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ email: "Buyer@example.com" });
});

it("the form of the address without a plan pays for the plan it shows", async () => {
  const form = await page("/payment");
  const answer = await post("/payment", fieldsOf(form, BUYER));
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ plan: "year" });
});

it.each([
  ["email", "", "emailMissing"],
  ["email", "buyer@", "emailInvalid"],
  ["email", `${"a".repeat(250)}@example.com`, "emailTooLong"],
  ["provider", "", "providerMissing"],
  ["provider", "paypal", "providerUnknown"],
  ["provider", "pd", "providerUnknown"],
  ["country", "Spain", "countryInvalid"],
  ["attempt", "1", "attemptInvalid"],
  ["quote", "", "priceUnreadable"],
] as const)("%s %j is told in the page's language, and nothing is ordered", async (field, value, mistake) => {
  upstream.use(refusing(endpoints.soPurchase, 500));
  const { answer, see } = await shown(pay({ [field]: value }, "/de"));
  expect(answer.status).toBe(422);
  const alert = see.getByRole("alert");
  expect(alert.querySelector("a")?.textContent).toBe(
    translate("de")(`checkout:errors.${mistake}`, { before: "", now: "" }),
  );
});

it("all mistakes are told at once, and what was entered is still there", async () => {
  const { see } = await shown(pay({ email: "nobody@", provider: "" }));
  expect(see.getByRole("alert").querySelectorAll("a")).toHaveLength(2);
  const email = see.getByRole<HTMLInputElement>("textbox", { name: "E-mail" });
  expect([email.value, email.getAttribute("aria-invalid")]).toEqual(["nobody@", "true"]);
});

it("each mistake is a link to the field it is about, and beside the field as well", async () => {
  const { see, document } = await shown(pay({ email: "nobody@", provider: "", quote: "x" }));
  const targets = [...see.getByRole("alert").querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
  expect(targets.filter((target) => document.querySelector(target) === null)).toEqual([]);
  expect(see.getAllByText("Enter an e-mail address in the form name@example.com")).toHaveLength(2);
});

it("what was entered comes back as text, never as markup", async () => {
  const { html, see } = await shown(pay({ email: '"><script>alert(1)</script>' }));
  expect(html).not.toContain("<script>alert(1)");
  expect(see.getByRole<HTMLInputElement>("textbox", { name: "E-mail" }).value).toBe('"><script>alert(1)</script>');
});

it("a quote from another plan's form is none", async () => {
  const month = fieldsOf(await page("/payment/month"), BUYER);
  const { answer } = await shown(post("/payment/year", month));
  expect(answer.status).toBe(422);
});

it("a quote for another country is none", async () => {
  expect((await pay({ country: "GB" })).status).toBe(422);
});

it("where the price has changed since, the buyer sees the old and the new one before paying", async () => {
  const form = await page("/payment/year");
  forgetUpstream();
  upstream.use(answering(endpoints.plans, { plans: [makePlan({ price_discount_amount: 64.99 })] }), noLocalPrices);
  const { answer, see } = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(answer.status).toBe(422);
  expect(see.getByRole("alert").textContent).toContain("from €54.99 to $64.99");
  expect(see.getByRole("button", { name: "Pay $64.99" })).toBeDefined();
});

const noLocalPrices = answering(endpoints.prices, { products: [] });

it("where the payments API knows a newer price, the page shows that one, and it can be paid", async () => {
  const form = await page("/payment/year");
  const price = { amount: 64.99, currency: "USD" };
  upstream.use(
    refusing(endpoints.soPurchase, 409, refusal("price_changed", { price })),
    answering(endpoints.plans, { plans: [makePlan({ price_discount_amount: 64.99 })] }),
    noLocalPrices,
  );
  const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("from €54.99 to $64.99");
  expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
  upstream.resetHandlers();
  upstream.use(answering(endpoints.plans, { plans: [makePlan({ price_discount_amount: 64.99 })] }), noLocalPrices);
  expect((await post("/payment/year", fieldsOf(again))).status).toBe(303);
});

it.each(["order_live", "order_done"])("for %s the buyer is taken to the order there is", async (code) => {
  const error = refusal(code, { order: makeResult({ order_id: "ord_7" }) });
  upstream.use(refusing(endpoints.soPurchase, 409, error));
  const answer = await pay();
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_7" });
});

it("entries that changed under the same attempt are shown again, under a new one", async () => {
  upstream.use(refusing(endpoints.soPurchase, 409, refusal("idempotency_conflict")));
  const form = await page("/payment/year");
  const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("Your entries changed");
  expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
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
  expect(again.see.getByRole("alert").textContent).toContain("could not be started. Nothing has been charged");
  expect(fieldsOf(again).get("attempt")).toBe(fieldsOf(form).get("attempt"));
});

it("a provider that was switched off meanwhile is not available", async () => {
  const form = await page("/payment/year");
  changeEnv({ providersOff: ["so"] });
  const { answer, see } = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(answer.status).toBe(422);
  expect(see.getByRole("alert").textContent).toContain("This payment method is not available");
});

it("a plan that is gone is a 404", async () => {
  const form = await page("/payment/year");
  forgetUpstream();
  upstream.use(answering(endpoints.plans, { plans: [makePlan({ id: "month" })] }));
  expect((await post("/payment/year", fieldsOf(form, BUYER))).status).toBe(404);
});

it.each([{ intent: "steal", plan: "year" }, { intent: "pay" }, {}])(
  "a form that is none of ours (%j) is a 400",
  async (fields) => {
    expect((await post("/payment/year", new URLSearchParams(Object.entries(fields)))).status).toBe(400);
  },
);

it.each(["application/json", "text/plain"])("a body of %s is a 415", async (type) => {
  expect((await post("/payment/year", { intent: "pay" }, { "content-type": type })).status).toBe(415);
});

it("garbage that claims to be a multipart form is a 400", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await post("/payment/year", { intent: "pay" }, headers)).status).toBe(400);
});
