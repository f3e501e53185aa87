import { expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makeGeo } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { orderStands } from "./order-status";
import { fieldsOf, page, type Shown } from "./site";

const chosenPlan = ({ see }: Shown) => see.getByRole("list", { name: "Plans" }).querySelector("[aria-current=true]");
const payButton = ({ see }: Shown) => see.getByRole("button", { name: /^Pay / });

it("the checkout of one plan has it chosen, and says what is due", async () => {
  const shown = await page("/payment/month");
  expect(shown.answer.status).toBe(200);
  expect(chosenPlan(shown)?.getAttribute("formaction")).toBe("/payment/month");
  expect(payButton(shown).textContent).toBe("Pay $59.99");
});

it("without a plan in the address the best value is chosen", async () => {
  expect(chosenPlan(await page("/payment"))?.getAttribute("formaction")).toBe("/payment/year");
});

it.each([
  "/payment/unknown",
  "/payment/%3Cb%3E",
  "/payment/..%2F..%2Fetc",
  "/payment/__proto__",
  "/payment/constructor",
])("%s is a 404 that offers the plans", async (path) => {
  const { answer, see } = await page(path);
  expect(answer.status).toBe(404);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("This plan isn’t available");
  expect(see.getByRole("link", { name: /1 year/ }).getAttribute("href")).toBe("/payment/year");
  expect(see.queryByRole("button", { name: /^Pay / })).toBeNull();
});

it("a country that is chosen sets the prices, and is remembered", async () => {
  const { answer, see } = await page("/payment/year?country=GB");
  expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^country=GB;/));
  expect(see.getByRole<HTMLSelectElement>("combobox", { name: "Prices for" }).value).toBe("GB");
});

it("a country chosen before is not guessed again", async () => {
  upstream.use(answering(endpoints.geoInfo, makeGeo({ country_code: "ES" })));
  const { see } = await page("/payment/year", { cookie: "country=IN" });
  expect(see.getByRole<HTMLSelectElement>("combobox", { name: "Prices for" }).value).toBe("IN");
});

it("every form has an attempt of its own, so that sending it twice is one purchase", async () => {
  const attempts = [await page("/payment/year"), await page("/payment/year")].map((shown) =>
    fieldsOf(shown).get("attempt"),
  );
  expect(new Set(attempts).size).toBe(2);
});

it("the form's proof is in the form and in a cookie", async () => {
  const shown = await page("/payment/year");
  const proof = fieldsOf(shown).get("csrf");
  expect(shown.answer.headers.getSetCookie()).toContainEqual(expect.stringContaining(`csrf=${proof};`));
});

it("with every provider switched off the page says so, and cannot be sent", async () => {
  changeEnv({ providersOff: [...PROVIDERS] });
  const shown = await page("/payment/year");
  expect(shown.see.getByText(/No payment methods are available/)).toBeDefined();
  expect(payButton(shown).hasAttribute("disabled")).toBe(true);
});

it("without the list of providers every one that is not switched off is on offer", async () => {
  upstream.use(refusing(endpoints.commonParams, 503));
  const shown = await page("/payment/year?country=IN");
  expect([shown.answer.status, shown.see.getAllByRole("radio", { name: /./ }).length]).toEqual([200, PROVIDERS.length]);
});

it("a further attempt keeps what the buyer entered, and goes on with the same order", async () => {
  orderStands({ status: "failed", fail_code: "risk" });
  const token = await orderToken(makeOrder({ country: "GB" }));
  const shown = await page(`/payment/year?o=${token}`);
  expect(shown.see.getByLabelText<HTMLInputElement>("Email").value).toBe("buyer@example.com");
  expect(fieldsOf(shown).get("country")).toBe("GB");
  expect(shown.document.querySelector("form.pay")?.getAttribute("action")).toBe(`/payment/year?o=${token}`);
});

it("a token that cannot be read is a new form", async () => {
  const shown = await page("/payment/year?o=%3Cscript%3E");
  expect(shown.answer.status).toBe(200);
  expect(shown.see.getByLabelText<HTMLInputElement>("Email").value).toBe("");
});

it("the terms and the privacy policy are links", async () => {
  const { see } = await page("/payment/year");
  const terms = see.getByRole("link", { name: "terms of service" });
  expect(terms.parentElement?.textContent).toBe("The terms of service apply. Privacy policy");
  expect(terms.parentElement?.querySelectorAll("a")).toHaveLength(2);
});
