import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makePlan } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { BUYER } from "./buying";
import { fieldsOf, page, post, type Shown, tokenIn } from "./site";

const sell = (plan: Parameters<typeof makePlan>[0]) =>
  upstream.use(answering(endpoints.plans, { plans: [makePlan(plan)] }));

/** What stands last before the button, between the price and the press. */
const agreementIn = ({ document }: Shown) => document.querySelector(".button-pay")?.previousElementSibling?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") });
});
afterEach(() => vi.useRealTimers());

it.each(["/payment/year", "/pricing/checkout/year"])(
  "%s says right before the button what its press orders, and the button is described by it",
  async (path) => {
    const form = await page(path);
    expect(agreementIn(form)).toBe(
      "You’re ordering a subscription: €54.99 today, then €54.99 every year from November 21, 2027, until you cancel. Cancel by November 20, 2027, and you pay nothing more.",
    );
    const button = form.see.getByRole("button", { name: "Pay €54.99" });
    expect(form.document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      agreementIn(form),
    );
  },
);

it("the general terms stand apart from it, and there is no box to tick, let alone a ticked one", async () => {
  const { see, document } = await page("/payment/year");
  const terms = see.getByText(/^The .*apply/);
  expect(terms.querySelectorAll("a")).toHaveLength(2);
  expect(terms.textContent).not.toMatch(/subscription/);
  expect(document.querySelectorAll("[type=checkbox][name]")).toHaveLength(0);
});

it.each([
  ["en", "Subscribe with obligation to pay"],
  ["de", "Zahlungspflichtig abonnieren"],
  ["fr", "S’abonner avec obligation de paiement"],
])("in %s the button of a trial for nothing says that it obliges to pay", async (lang, words) => {
  sell({ trial_price: 0, trial_days: 3 });
  const { see } = await page(lang === "en" ? "/payment/year" : `/${lang}/payment/year`);
  expect(see.getByRole("button", { name: words })).toBeDefined();
});

it("a brand's promises stand with the price, and what it leaves out is not promised", async () => {
  const plain = await page("/payment/year");
  expect(plain.document.querySelector(".assurance p + p")?.textContent).toBe(
    "Money-back guarantee: 30 days · Cancel anytime · Sold by Sandbox VPN Ltd., 1 Test Street, Exampleton",
  );
  const lite = await page("/payment/year?country=DE", { cookie: "app=114" });
  expect(lite.document.querySelector("main")?.textContent).not.toContain("money-back");
  expect(lite.see.getByText(/withdraw from the contract within 14 days/)).toBeDefined();
});

it("a brand that asks for an age has it confirmed, no other does", async () => {
  const master = await page("/payment/year", { cookie: "app=101" });
  expect(agreementIn(master)).toMatch(/You confirm that you’re at least 18 years old\.$/);
  expect(agreementIn(await page("/payment/year"))).not.toMatch(/years old/);
});

const NOTICE = "From November 21, 2027, you can end your plan with a month’s notice. Unused time is refunded.";

it.each([
  ["a year in Germany", "DE", { interval: "year" }, true],
  ["a year in the Netherlands", "NL", { interval: "year" }, true],
  ["a trial in Germany that becomes a year", "DE", { interval: "year", trial_price: 0.99, trial_days: 365 }, true],
  ["a year in France", "FR", { interval: "year" }, false],
  ["twelve months in Germany", "DE", { interval: "month", interval_count: 12 }, true],
  ["four weeks in Germany", "DE", { interval: "day", interval_count: 28 }, false],
  ["a year in Germany that does not renew", "DE", { interval: "year", renews: false }, false],
] as const)(
  "that it can be ended with a month's notice once it has renewed is agreed to with %s: %s",
  async (_, country, plan, isAgreed) => {
    sell({ ...plan, id: "year" });
    expect(agreementIn(await page(`/payment/year?country=${country}`))?.includes(NOTICE)).toBe(isAgreed);
  },
);

it("and it goes to the payments API, in words and as a fact", async () => {
  const sent: unknown[] = [];
  upstream.events.on("request:start", async ({ request }) => {
    if (request.url.endsWith("/so/purchase")) sent.push(await request.clone().json());
  });
  for (const country of ["DE", "FR"]) {
    const address = `/payment/year?country=${country}`;
    await post(address, fieldsOf(await page(address), { ...BUYER, email: `${country.toLowerCase()}@example.com` }));
  }
  upstream.events.removeAllListeners();
  expect(sent).toMatchObject([
    { country_code: "DE", agreement: { text: expect.stringContaining(NOTICE), renewal: { months_notice: true } } },
    { country_code: "FR", agreement: { text: expect.not.stringContaining(NOTICE) } },
  ]);
  expect(JSON.stringify(sent[1])).not.toContain("months_notice");
});

it("the version of the terms that was shown goes along with the order, and to the payments API", async () => {
  const sent: unknown[] = [];
  upstream.events.on("request:start", async ({ request }) => {
    if (request.url.endsWith("/so/purchase")) sent.push(await request.clone().json());
  });
  const answer = await post("/payment/year", fieldsOf(await page("/payment/year"), BUYER));
  upstream.events.removeAllListeners();
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ terms: "2026-11" });
  expect(sent).toMatchObject([{ terms_version: "2026-11", language: "en" }]);
});
