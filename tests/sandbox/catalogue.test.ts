import { describe, expect, it } from "vitest";
import { plans, prices } from "~/upstream/contract/catalogue";
import { geoInfo } from "~/upstream/contract/visitor";
import { planById } from "../../payments/catalogue/catalogue";
import { dueToday } from "../../payments/catalogue/plans";
import { SANDBOX_CATALOGUE } from "../../sandbox/catalogue";
import written from "../../sandbox/catalogue.json";
import { ask } from "../../tools/contract/client";
import { setUp } from "./buyer";
import { runningSandbox } from "./running-sandbox";

const weekly = planById(SANDBOX_CATALOGUE, "weekly");

describe("prices", () => {
  it.each(Object.keys(written.countries))(
    "of %s are the sum of net and tax, for every plan",
    async (customer_country) => {
      const target = await runningSandbox();
      const { plans: all } = await ask(target, plans);
      const product_ids = all.map(({ product_id }) => product_id).join(",");
      const { products } = await ask(target, prices, { query: { product_ids, customer_country } });
      expect(products).toHaveLength(all.length);
      for (const { subscription } of products) {
        const { gross, net = 0, tax = 0 } = subscription.price;
        expect(net + tax).toBeCloseTo(gross, 6);
      }
    },
  );

  it.each([
    ["US", 0.99],
    ["GB", 0.89],
    ["IN", 59.32],
    ["KR", 990],
    ["ID", 9900],
    ["NO", 0.99],
  ])("of a trial in %s are the trial's share of the period: %d", (country, amount) => {
    expect(weekly && dueToday(weekly, country).amount).toBe(amount);
  });
});

describe("the tax in a price", () => {
  const taxIn = async (customer_country: string) => {
    const target = await runningSandbox();
    const { products } = await ask(target, prices, { query: { product_ids: "594103", customer_country } });
    return products[0]?.subscription.price;
  };

  it.each([
    ["GB", "VAT", 20],
    ["DE", "MwSt.", 19],
    ["IN", "GST", 18],
    ["AU", "GST", 10],
    ["JP", "消費税", 10],
    ["SA", "ضريبة القيمة المضافة", 15],
  ])("of %s is called %s there: %d %%", async (country, tax_name, tax_rate) => {
    expect(await taxIn(country)).toMatchObject({ tax_name, tax_rate });
  });

  it.each(["US", "NO"])("of %s has no name: there is none", async (country) => {
    const price = await taxIn(country);
    expect(price).toMatchObject({ tax: 0 });
    expect([price?.tax_name, price?.tax_rate]).toEqual([undefined, undefined]);
  });
});

it("the monthly plan is sold once where the control page says so", async () => {
  const target = await runningSandbox();
  const renews = async () => (await ask(target, plans)).plans.map(({ id, renews }) => [id, renews]);
  expect(await renews()).toContainEqual(["monthly", true]);
  await setUp(target, { monthly_renews: "off" });
  expect(await renews()).toEqual([
    ["weekly", true],
    ["monthly", false],
    ["yearly", true],
    ["two-years", true],
  ]);
});

describe("the country of an address", () => {
  it.each([
    ["192.0.2.1", "GB", "United Kingdom"],
    ["198.51.100.77", "DE", "Germany"],
    ["203.0.113.5", "SA", "Saudi Arabia"],
    ["203.0.113.86", "CN", "China"],
    ["127.0.0.1", "US", "United States"],
  ])("%s is %s", async (address, country_code, country) => {
    const target = await runningSandbox();
    const headers = { "X-Forwarded-For": `${address}, 10.0.0.1` };
    expect(await ask(target, geoInfo, { headers })).toEqual({ user_ip: address, country, country_code });
  });

  it("of no test range is the one set on the control page, or unknown", async () => {
    const target = await runningSandbox();
    await setUp(target, { default_country: "FR" });
    expect(await ask(target, geoInfo)).toMatchObject({ country: "France", country_code: "FR" });
    await setUp(target, { default_country: "" });
    expect(await ask(target, geoInfo)).toMatchObject({ country: "", country_code: "" });
  });
});
