import { expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makeGeo, makePrice } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { cookiesOf } from "../../visitor/requests";
import { BUYER } from "../buying";
import { fieldsOf, page, post, type Shown, shown } from "../site";

const EUROS = { gross: 54.99 };
const POUNDS = { gross: 49.99 };

/** Pounds in Great Britain, euros everywhere else. */
const localPrices = answering(endpoints.prices, ({ url }) => {
  const isBritain = new URL(url).searchParams.get("customer_country") === "GB";
  const price = { currency: isBritain ? "GBP" : "EUR", subscription: { price: isBritain ? POUNDS : EUROS } };
  return { products: [makePrice(price)] };
});

const choose = (form: Shown, country: string, intent = "change-country") =>
  shown(post("/payment/year", fieldsOf(form, { ...BUYER, country, intent })));
const countryOf = ({ see }: Shown) => see.getByRole<HTMLSelectElement>("combobox", { name: "Prices for" }).value;

it("another country shows its prices on the same form, and is remembered", async () => {
  upstream.use(localPrices);
  const again = await choose(await page("/payment/year"), "GB");
  expect([again.answer.status, countryOf(again)]).toEqual([200, "GB"]);
  expect(again.see.getByRole("button", { name: "Pay £49.99" })).toBeDefined();
  expect(fieldsOf(again).get("email")).toBe(BUYER.email);
  const cookie = cookiesOf(again.answer.headers);
  expect(cookie).toContain("country=GB");
  expect(countryOf(await page("/payment/year", { cookie }))).toBe("GB");
});

it.each(["", "Spain", "gb", "<b>", "XX", "ZZ", "EU", "UK"])(
  "what is no country (%j) is a mistake of that field",
  async (country) => {
    const again = await choose(await page("/payment/year"), country);
    expect(again.answer.status).toBe(422);
    expect(again.see.getByRole("alert").querySelector("a")?.getAttribute("href")).toBe("#country");
    expect(again.document.querySelector("#country-error")?.textContent).toBe("Choose a country from the list");
    expect(again.answer.headers.getSetCookie().join()).not.toContain("country=");
  },
);

it("whoever chooses a country and pays at once sees the new price first", async () => {
  upstream.use(localPrices);
  const again = await choose(await page("/payment/year"), "GB", "pay");
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("from €54.99 to £49.99");
  expect((await post("/payment/year", fieldsOf(again))).status).toBe(303);
});

it("nothing is sold to a country there is not", async () => {
  const again = await choose(await page("/payment/year"), "XX", "pay");
  expect(again.answer.status).toBe(422);
  expect(again.document.querySelector("#country-error")?.textContent).toBe("Choose a country from the list");
  expect(countryOf(again)).toBe("US");
});

it.each(["XX", "T1", "ZZ"])(
  "where a visitor's address is said to be nowhere (%s), the default country stands",
  async (code) => {
    upstream.use(answering(endpoints.geoInfo, makeGeo({ country_code: code })));
    expect(countryOf(await page("/payment/year"))).toBe("US");
    expect(countryOf(await page("/payment/year?country=XX"))).toBe("US");
  },
);

it("a coupon is tried again in the new country", async () => {
  const asked: (string | null)[] = [];
  upstream.use(
    localPrices,
    answering(endpoints.checkCoupon, ({ url }) => {
      const country = new URL(url).searchParams.get("customer_country");
      asked.push(country);
      return country === "GB" ? makeCoupon({ valid: false, discount: null, reason: "wrong_country" }) : makeCoupon();
    }),
  );
  const again = await choose(await page("/payment/year?coupon=WELCOME20"), "GB");
  expect(asked).toEqual(["US", "GB"]);
  expect(again.see.getByRole("alert").textContent).toContain("valid in the country your prices are for");
  expect(again.see.getByRole("button", { name: "Pay £49.99" })).toBeDefined();
});

it("beside plans without a form the country is a form of its own", async () => {
  const { document } = await page("/payment/unknown");
  expect(document.querySelector("#country")?.closest("form")?.method).toBe("get");
});

it.each(["/", "/payment", "/payment/year", "/pricing", "/pricing/checkout/year"])(
  "a country that is chosen on %s is remembered",
  async (path) => {
    const { answer } = await page(`${path}?country=GB`);
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^country=GB; Max-Age=31536000;/));
    const remembered = await page(`${path}?country=GB`, { cookie: "country=GB" });
    expect(remembered.answer.headers.getSetCookie()).not.toContainEqual(expect.stringMatching(/^country=/));
  },
);
