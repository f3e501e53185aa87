import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { loadCatalogue, parseCatalogue, reloadableCatalogue } from "../../../payments/catalogue/load-catalogue";
import { CatalogueMistakes } from "../../../payments/catalogue/mistakes";
import { temporaryFolder } from "../../sandbox/running-sandbox";
import { FILE, PLAN, withPlan } from "./file";

const EXAMPLE = resolve(import.meta.dirname, "../../../deploy/catalogue.example.json");

function mistakesIn(given: unknown): readonly string[] {
  try {
    parseCatalogue(given, "catalogue.json");
    return [];
  } catch (error) {
    return error instanceof CatalogueMistakes ? error.sentences : [String(error)];
  }
}

const withPrices = (prices: object, more: object = {}) => withPlan({ prices: { ...PLAN.prices, ...prices }, ...more });
const withCoupon = (coupon: object) => ({ ...FILE, coupons: [{ id: "SALE", ...coupon }] });

it("the example that an operator starts from is a catalogue", () => {
  const catalogue = loadCatalogue(EXAMPLE);
  expect(catalogue.plans.map(({ id }) => id)).toEqual(["monthly", "yearly", "two-years-once"]);
  expect(catalogue.seller).toBe("Example VPN Ltd., 1 Example Street, Exampleton, EX1 1EX, GB123456789");
  expect(catalogue.termsAt("2026/1")).toBe("https://www.example.com/terms/2026%2F1");
});

it("a country's own price goes before that of its currency", () => {
  const countries = { ...FILE.countries, ES: { currency: "EUR" } };
  const { plans } = parseCatalogue({ ...withPrices({ ES: 8 }), countries }, "");
  expect([plans[0]?.local.get("DE")?.gross, plans[0]?.local.get("ES")?.gross]).toEqual([9, 8]);
});

const NO_COUNTRY = "expected a country of ISO 3166-1 in capital letters, such as DE";

it.each<[string, unknown, string]>([
  ["a field that there is not", { ...FILE, colour: "red" }, "colour: there is no such field"],
  ["a missing one", { ...FILE, seller: undefined }, "seller: expected object, but it is missing"],
  ["a currency that there is not", withPrices({ EUX: 1 }), "plans[0].prices.EUX: there is no such currency"],
  [
    "no price where one is paid",
    withPlan({ prices: { USD: 10, JPY: 1000 } }),
    "plans[0].prices.EUR: expected a price, which is paid in DE",
  ],
  [
    "no price of its own",
    withPlan({ prices: { EUR: 9, JPY: 1000 } }),
    "plans[0].prices.USD: expected a price in the catalogue's currency",
  ],
  ["parts of a yen", withPrices({ JPY: 999.5 }), "plans[0].prices.JPY: expected a whole amount, as JPY has"],
  ["parts of a cent", withPrices({ EUR: 8.999 }), "plans[0].prices.EUR: expected at most 2 decimals, as EUR has"],
  [
    "a price of a country without a line",
    withPrices({ FR: 9 }),
    "plans[0].prices.FR: expected a country that countries has",
  ],
  [
    "a trial above the price",
    withPlan({ trial: { days: 3, price: 11 } }),
    "plans[0].trial.price: expected no more than the price, 10",
  ],
  [
    "a paid trial without a way to pay",
    withPlan({ trial: { days: 3, price: 1, without_method: true } }),
    "plans[0].trial.price: expected 0 where no way to pay is asked for",
  ],
  [
    "a trial of parts of a yen",
    withPrices({ JPY: 999 }, { trial: { days: 3, price: 1 } }),
    "plans[0].prices.JPY: expected a price of which the trial is a whole amount: it would cost 99.9 JPY",
  ],
  [
    "a full price below the price",
    withPlan({ full_price: 9 }),
    "plans[0].full_price: expected no less than the price, 10",
  ],
  [
    "two plans of one product",
    { ...FILE, plans: [PLAN, { ...PLAN, id: "other" }] },
    "plans[1].product_id: expected one that no other has",
  ],
  [
    "two plans of one id",
    { ...FILE, plans: [PLAN, { ...PLAN, product_id: 2 }] },
    "plans[1].id: expected one that no other has",
  ],
  [
    "a coupon for a plan that there is not",
    withCoupon({ percent: 5, plans: ["gone"] }),
    "coupons[0].plans[0]: expected the id of a plan",
  ],
  ["a coupon that takes nothing off", withCoupon({}), "coupons[0]: expected either percent, or amount and currency"],
  [
    "a sum without countries",
    withCoupon({ amount: 5, currency: "EUR" }),
    "coupons[0].countries: expected the countries that pay in EUR",
  ],
  [
    "a sum in another currency",
    withCoupon({ amount: 5, currency: "EUR", countries: ["JP"] }),
    "coupons[0].countries[0]: expected a country that pays in EUR",
  ],
  [
    "a coupon that ends before it starts",
    withCoupon({ percent: 5, starts_at: "2026-02-01T00:00:00Z", ends_at: "2026-01-01T00:00:00Z" }),
    "coupons[0].ends_at: expected later than starts_at",
  ],
  [
    "a country that there is not",
    { ...FILE, countries: { ...FILE.countries, UK: { currency: "USD" } } },
    `countries.UK: ${NO_COUNTRY}`,
  ],
  [
    "terms without their version",
    { ...FILE, sender: { ...FILE.sender, terms_address: "https://example.com/" } },
    "sender.terms_address: expected {version} in it, where the version of the terms goes",
  ],
])("%s is a mistake, by where it stands", (_, given, sentence) => {
  expect(mistakesIn(given)).toEqual([sentence]);
});

const STRIPE = { name: "Stripe", can: { resume: "undo", renewYears: 3 } } as const;
const PAYPAL = {
  name: "PayPal",
  can: { resume: "suspend", renewYears: 1, currencies: ["USD", "EUR", "JPY"] },
} as const;
const MOST = "PayPal renews after 12 months at most";

it.each([
  ["2 years by PayPal alone", { interval: "year", interval_count: 2 }, [PAYPAL], MOST],
  ["13 months by PayPal alone", { interval_count: 13 }, [PAYPAL], MOST],
  [
    "4 years",
    { interval: "year", interval_count: 4 },
    [STRIPE, PAYPAL],
    `Stripe renews after 36 months at most, ${MOST}`,
  ],
])("what renews after %s is a mistake: nobody could buy it", (_, period, sellers, most) => {
  expect(() => parseCatalogue(withPlan(period), "", sellers)).toThrow(
    `plans[0].interval_count: expected a shorter period, or renews: false: ${most}`,
  );
});

it("a currency that none of the providers takes is a mistake; one that only some take is none", () => {
  const given = { ...withPrices({ INR: 399 }), countries: { ...FILE.countries, IN: { currency: "INR" } } };
  const mistake = "countries.IN.currency: expected a currency that a provider takes, which PayPal does not";
  expect(() => parseCatalogue(given, "", [PAYPAL])).toThrow(mistake);
  expect(parseCatalogue(given, "", [PAYPAL, STRIPE]).plans).toHaveLength(1);
});

it.each([
  ["a year by PayPal", { interval: "year" }, [PAYPAL]],
  ["2 years where one of the two can", { interval: "year", interval_count: 2 }, [PAYPAL, STRIPE]],
  ["2 years once, by PayPal", { interval: "year", interval_count: 2, renews: false }, [PAYPAL]],
])("%s can be sold", (_, period, sellers) => {
  expect(parseCatalogue(withPlan(period), "", sellers).plans).toHaveLength(1);
});

it("all mistakes are told at once, whatever else cannot be read", () => {
  const coupons = [{ id: "SALE", percent: 5, amount: 1, currency: "USD" }];
  const bad = { ...withPlan({ renews: "yes" }), coupons, currency_symbol: "" };
  const places = mistakesIn(bad).map((one) => one.split(":")[0]);
  expect(places).toEqual(["currency_symbol", "plans[0].renews", "coupons[0]", "coupons[0].countries"]);
});

it("text that is not JSON is a mistake, by its file", async () => {
  const file = join(await temporaryFolder(), "catalogue.json");
  writeFileSync(file, "{");
  expect(() => loadCatalogue(file)).toThrow(/catalogue\.json cannot be used:\n- .*JSON/);
});

it("a catalogue that is read again replaces the old one, unless it has mistakes, which are logged", async () => {
  const file = join(await temporaryFolder(), "catalogue.json");
  writeFileSync(file, readFileSync(EXAMPLE, "utf8"));
  const logged: object[] = [];
  const catalogue = reloadableCatalogue(file, { info: () => {}, error: (facts) => logged.push(facts) });
  const fullPrices = () => catalogue.current().plans.map(({ price_amount }) => price_amount);
  writeFileSync(file, JSON.stringify(withPlan({ full_price: 20 })));
  catalogue.reload();
  expect(fullPrices()).toEqual([20]);
  writeFileSync(file, JSON.stringify(withPlan({ full_price: 1 })));
  catalogue.reload();
  expect(fullPrices()).toEqual([20]);
  expect(logged).toEqual([{ file, mistakes: ["plans[0].full_price: expected no less than the price, 10"] }]);
});
