import { beforeEach, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makePrice, makeResult } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { pay } from "./buying";
import { get, page, type Shown } from "./site";

const LABEL = "Includes VAT (21%)";
const price = { gross: 54.99, tax: 9.54, tax_name: "VAT", tax_rate: 21 };
const taxIn = ({ see }: Shown) => see.getByText(LABEL).nextElementSibling?.textContent;

beforeEach(() => {
  upstream.use(answering(endpoints.prices, { products: [makePrice({ subscription: { price } })] }));
});

it("the tax is called by its name and rate before paying, while waiting, and once it is paid", async () => {
  expect(taxIn(await page("/payment/year"))).toBe("€9.54");
  const standing = { amount: 54.99, currency: "EUR" };
  upstream.use(
    answering(endpoints.soPurchaseResult, makeResult({ ...standing, status: "pending", order_state: "paying" })),
  );
  const token = new URL((await pay()).headers.get("location") ?? "", "http://site").search;
  expect(taxIn(await page(`/paystatus${token}`))).toBe("€9.54");
  upstream.use(answering(endpoints.soPurchaseResult, makeResult(standing)));
  expect((await get(`/paystatus${token}`)).status).toBe(303);
  expect(taxIn(await page(`/paysuc${token}`))).toBe("€9.54");
});

it("without its rate it has the local word", async () => {
  upstream.use(
    answering(endpoints.prices, {
      products: [makePrice({ subscription: { price: { ...price, tax_rate: undefined } } })],
    }),
  );
  expect((await page("/payment/year")).see.getByText("Includes tax")).toBeDefined();
});
