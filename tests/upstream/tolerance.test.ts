import fc from "fast-check";
import { HttpResponse } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import { loadProfile } from "~/upstream/account.server";
import { loadGeo, loadPaymentParams, loadPlans } from "~/upstream/catalogue.server";
import { circuits } from "~/upstream/client/call-outcomes.server";
import { callForAnybody } from "~/upstream/client/client.server";
import { plan } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import { soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { PURCHASE_STATUSES, statusOf } from "~/upstream/contract/purchase-result";
import { periodIn, planPeriod } from "~/upstream/contract/values/plan-period";
import { closedIn } from "~/visitor/visitor.server";
import { watchLog } from "../env/watched-log";
import { forgetUpstream } from "../mocks/forget-upstream";
import { responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { caught } from "./caught";

const caller = { requestId: "req-1", appType: 502 };
afterEach(forgetUpstream);

const answers = (endpoint: (typeof endpoints)[keyof typeof endpoints], body: unknown) =>
  upstream.use(responding(endpoint, () => Response.json(body)));

describe("the length of a plan", () => {
  it.each([
    ["weekly", "week", 1],
    ["Monthly Plan", "month", 1],
    ["yearly", "year", 1],
    ["1_year", "year", 1],
    ["two-years", "year", 2],
    ["vip12m", "month", 12],
    ["P3M", "month", 3],
    ["quarterly", "month", 3],
    ["ANNUAL", "year", 1],
    ["month_6", "month", 6],
    ["threeMonths", "month", 3],
    ["7-days", "day", 7],
    ["monthly_2024", "month", 1],
  ])("is in the name %s", (name, interval, interval_count) => {
    expect(periodIn(name)).toEqual({ interval, interval_count });
  });

  it.each(["pro", "42", "lifetime", "", "m", "2024"])("is not in the name %s", (name) => {
    expect(periodIn(name)).toBeUndefined();
  });

  it.each([
    [47.88, 3.99, "year", 1],
    [71.76, 2.99, "year", 2],
    [11.99, 11.99, "month", 1],
    [29.97, 9.99, "month", 3],
    [4.99, 21.62, "week", 1],
    [0.99, 30.11, "day", 1],
  ])("is %d at %d a month", (paid, price_unit, interval, interval_count) => {
    expect(planPeriod({ amounts: [paid], price_unit, names: [] })).toEqual({ interval, interval_count });
  });

  it("is what the interval says before what the price does", () => {
    expect(planPeriod({ interval: "YEAR", interval_count: 1, amounts: [9.99], price_unit: 9.99, names: [] })).toEqual({
      interval: "year",
      interval_count: 1,
    });
  });

  it("is what the name says where the price of a month is only the price", () => {
    const clues = { amounts: [59.99], price_unit: 59.99, names: ["yearly"] };
    expect(planPeriod(clues)).toEqual({ interval: "year", interval_count: 1 });
  });

  it("of any amounts is a whole number of something, or nothing", () => {
    const price = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(price, price, (paid, price_unit) => {
        const period = planPeriod({ amounts: [paid], price_unit, names: [] });
        expect(period === undefined || (Number.isInteger(period.interval_count) && period.interval_count > 0)).toBe(
          true,
        );
      }),
    );
  });
});

describe("a plan", () => {
  const least = { id: "yearly", price_amount: "47.88", currency: "usd" };

  it("needs an id, an amount and a currency; the rest is filled in", () => {
    expect(plan.parse(least)).toMatchObject({
      id: "yearly",
      product_id: "yearly",
      interval: "year",
      price_discount_amount: 47.88,
      price_amount: 47.88,
      price_unit: 3.99,
      price_deduction_amount: 0,
      currency: "USD",
      currencySymbol: "$",
    });
  });

  it.each([
    { ...least, price_amount: -1 },
    { ...least, price_amount: "free" },
    { ...least, price_amount: null },
    { ...least, currency: null },
    { ...least, id: "../../etc" },
    { ...least, id: "pro" },
  ])("that is odd is left out and logged, and the others sell: %j", async (odd) => {
    const log = watchLog("warn");
    answers(endpoints.plans, { list: [odd, least, "nothing", null] });
    expect((await loadPlans(caller)).map(({ id }) => id)).toEqual(["yearly"]);
    expect(JSON.stringify(log)).toContain("odd items were left out");
  });

  it("is malformed where all of them are odd, so that older ones may stand in", async () => {
    answers(endpoints.plans, [{ id: "x" }]);
    expect(await caught(loadPlans(caller))).toMatchObject({ kind: "malformed" });
  });
});

/** The one whose status is asked by a call of ours comes last. */
const ALL = ["ps", "rz", "rb", "so", "pd"];

describe("the providers' settings", () => {
  it.each([{}, { code: 0, data: null }, { providers: null }, []])(
    "that name no providers offer all: %j",
    async (body) => {
      answers(endpoints.commonParams, body);
      expect((await loadPaymentParams(caller, { isCj: false })).providers).toEqual(ALL);
    },
  );

  it("may call providers by their makers", async () => {
    answers(endpoints.commonParams, { payment_methods: ["Razorpay", { name: "paddle" }, "crypto"] });
    expect((await loadPaymentParams(caller, { isCj: false })).providers).toEqual(["rz", "pd"]);
  });

  it("that fail for long stop neither selling nor finding out where visitors are", async () => {
    upstream.use(responding(endpoints.commonParams, () => new HttpResponse(null, { status: 500 })));
    for (let visit = 0; visit < 30; visit += 1)
      expect((await loadPaymentParams(caller, { isCj: false })).providers).toEqual(ALL);
    expect([circuits.settings.isOpen, circuits.needed.isOpen, circuits.optional.isOpen]).toEqual([true, false, false]);
  });
});

describe("a visitor", () => {
  it.each([
    { country: "China", country_code: 86, user_ip: null },
    { country: "People's Republic of CHINA", user_ip: { v4: "1.2.3.4" } },
    { country: `${"x".repeat(500)} china` },
    { country: { name: "China" } },
    { country_name: "Mainland China", country_code: "CHN" },
    [{ country: "china" }],
  ])("in China is gated, whatever else is odd: %j", async (body) => {
    answers(endpoints.geoInfo, { code: "0", data: body });
    expect(closedIn(await loadGeo(caller))).toBe("gated");
  });

  it.each([
    [{ user_id: "42", email: null, vip: null }, 0],
    [{ user_id: 42, vip: { remain_time: "-5" } }, 0],
    [{ user_id: "42", vip: { remain_time: "86400" }, is_password_set: "maybe" }, 86400],
    [{ data: { user: { id: 42 }, vip: [] } }, 0],
  ])("with an account keeps what of it can be read: %j", async (body, remain_time) => {
    answers(endpoints.profile, body);
    expect(await loadProfile(caller)).toMatchObject({ user_id: 42, email: "", vip: { remain_time } });
  });
});

describe("a status word", () => {
  it.each([
    ["PAID", "success"],
    ["settle_ok", "success"],
    ["Void", "canceled"],
    ["abandoned", "expired"],
    ["Action Required", "requires_action"],
    ["auth-failed", "failed"],
    ["in progress", "pending"],
    ["constructor", "pending"],
    ["unpaid", "pending"],
    [true, "pending"],
    [1, "pending"],
  ])("%s is %s", (word, status) => {
    expect(statusOf(word)).toBe(status);
  });

  it("that nobody knows is never success", () => {
    fc.assert(
      fc.property(fc.string(), (word) => PURCHASE_STATUSES.some((one) => one === word) || statusOf(word) === "pending"),
    );
  });

  it("beside the order's inside is the call's own, and not the order's", async () => {
    answers(endpoints.soPurchaseResult, { status: "success", data: { status: "processing" } });
    expect(await callForAnybody(soPurchaseResult, { body: { order_id: "1" } }, caller)).toMatchObject({
      status: "pending",
    });
  });

  it("is needed of a result", async () => {
    answers(endpoints.soPurchaseResult, { code: 200, message: "success" });
    expect(await caught(callForAnybody(soPurchaseResult, { body: { order_id: "1" } }, caller))).toMatchObject({
      kind: "malformed",
    });
  });
});
