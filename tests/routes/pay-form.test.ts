import { expect, it } from "vitest";
import { translate } from "~/i18n/messages.server";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { BUYER, pay } from "./buying";
import { fieldsOf, leadsTo, page, post, shown, tokenIn } from "./site";

it("a form that is filled in leads to the page that takes the buyer to the provider", async () => {
  const answer = await pay();
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({
    orderId: "ord_1",
    plan: "year",
    email: "buyer@example.com",
    amount: 54.99,
    currency: "EUR",
    product: "1001",
    items: [
      { kind: "plan", amount: 54.99 },
      { kind: "dueToday", amount: 54.99 },
      { kind: "tax", amount: 9.54 },
    ],
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
  ["provider", "constructor", "providerUnknown"],
  ["country", "Spain", "countryInvalid"],
  ["attempt", "1", "attemptInvalid"],
  ["quote", "", "priceUnreadable"],
] as const)("%s %j is told in the page's language, and nothing is ordered", async (field, value, mistake) => {
  upstream.use(refusing(endpoints.soPurchase, 500));
  const { answer, see } = await shown(pay({ [field]: value }, "/de"));
  expect(answer.status).toBe(422);
  const alert = see.getByRole("alert");
  expect(alert.querySelector("a")?.textContent).toBe(
    translate("de")(`form-answers:mistakes.${mistake}`, { before: "", now: "" }),
  );
});

it("all mistakes are told at once, and what was entered is still there", async () => {
  const { see } = await shown(pay({ email: "nobody@", provider: "" }));
  expect(see.getByRole("alert").querySelectorAll("a")).toHaveLength(2);
  const email = see.getByRole<HTMLInputElement>("textbox", { name: "Email" });
  expect([email.value, email.getAttribute("aria-invalid")]).toEqual(["nobody@", "true"]);
});

it("each mistake is a link to the field it is about, and beside the field as well", async () => {
  const { see, document } = await shown(pay({ email: "nobody@", provider: "", quote: "x" }));
  const targets = [...see.getByRole("alert").querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
  expect(targets.filter((target) => document.querySelector(target) === null)).toEqual([]);
  expect(see.getAllByText("Enter an email address like name@example.com")).toHaveLength(2);
});

it("what was entered comes back as text, never as markup", async () => {
  const { html, see } = await shown(pay({ email: '"><script>alert(1)</script>' }));
  expect(html).not.toContain("<script>alert(1)");
  expect(see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe('"><script>alert(1)</script>');
});

it("a quote from another plan's form is none", async () => {
  const month = fieldsOf(await page("/payment/month"), BUYER);
  const { answer } = await shown(post("/payment/year", month));
  expect(answer.status).toBe(422);
});

it("the country the buyer chose last is the one they pay in, as long as the price is the one they saw", async () => {
  expect(await readOrderToken(tokenIn(await pay({ country: "GB" })))).toMatchObject({ country: "GB", amount: 54.99 });
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
