import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { openAnswer, readAnswer, refusalOf } from "~/upstream/client/wire.server";
import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import { endpoints } from "~/upstream/contract/endpoints";
import { apiError } from "~/upstream/contract/errors";
import { PURCHASE_STATUSES } from "~/upstream/contract/purchase-result";
import { sentPlan } from "../../../payments/catalogue/plans";
import { bareAnswer, bareRefusal, type SpecifiedCall } from "../../../sandbox/bare/bare-answers";
import { SANDBOX_CATALOGUE } from "../../../sandbox/catalogue";
import {
  makeGeo,
  makeInvoice,
  makePdOrder,
  makePrice,
  makeProfile,
  makePsOrder,
  makeRbOrder,
  makeResult,
  makeRzOrder,
  makeSignUp,
  makeSoOrder,
} from "../../mocks/builders";
import { forgetUpstream } from "../../mocks/forget-upstream";
import { responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";

const PLANS = SANDBOX_CATALOGUE.plans.map((plan) => sentPlan(plan, new Map()));

afterEach(forgetUpstream);

/** An answer as the site reads it when the backend of a seed has sent it. @throws where it cannot be read */
function readDressed<N extends SpecifiedCall>(name: N, made: object, seed: number): AnswerOf<(typeof endpoints)[N]> {
  return readBody(endpoints[name], bareAnswer(seed, name, { ...made }).body);
}

function readBody<E extends Endpoint>(endpoint: E, body: unknown): AnswerOf<E> {
  const opened = openAnswer(JSON.parse(JSON.stringify(body)), 200);
  if ("refusal" in opened) throw new Error("read as a refusal");
  const read = readAnswer(endpoint, opened.answer);
  if (!read.ok) throw read.error;
  expect(read.leftOut).toEqual([]);
  return read.answer;
}

const backend = fc.nat(1e9);
const withMany = (check: (seed: number) => void) => fc.assert(fc.property(backend, check), { numRuns: 500 });

describe("many backends that know the specification only", () => {
  it("sell the same plans for the same amounts and lengths", () => {
    const told = PLANS.map((plan) => [
      plan.id,
      plan.price_discount_amount,
      plan.price_amount,
      plan.currency,
      plan.interval,
      plan.interval_count,
    ]);
    withMany((seed) => {
      const { plans } = readDressed("plans", { plans: PLANS }, seed);
      expect(
        plans.map((plan) => [
          plan.id,
          plan.price_discount_amount,
          plan.price_amount,
          plan.currency,
          plan.interval,
          plan.interval_count,
        ]),
      ).toEqual(told);
    });
  });

  it("say the same of an order, and of no order that it is paid when it is not", () => {
    fc.assert(
      fc.property(backend, fc.constantFrom(...PURCHASE_STATUSES), (seed, status) => {
        const read = readDressed("soPurchaseResult", makeResult({ status }), seed);
        expect(status === "requires_action" && read.status === "pending" ? status : read.status).toBe(status);
        expect(read.money_taken).toBe(status === "success" ? "yes" : "unknown");
      }),
      { numRuns: 500 },
    );
  });

  it("open the same order with the same address", () => {
    withMany((seed) => {
      const read = [
        readDressed("soPurchase", makeSoOrder(), seed),
        readDressed("pdPrepurchase", makePdOrder(), seed),
        readDressed("psPurchase", makePsOrder(), seed),
        readDressed("rbCreateSubscription", makeRbOrder(), seed),
        readDressed("rzPurchase", makeRzOrder(), seed),
      ];
      expect(read).toMatchObject([
        { order_id: "ord_1", web_url: "https://pay.test/so/ord_1" },
        { order_id: "ord_1", pay_link: "https://pay.test/pd/ord_1" },
        { order_id: "ord_1", redirect_url: "https://pay.test/ps/ord_1" },
        { order_id: "ord_1", redirect_url: "https://pay.test/rb/ord_1" },
        { order_id: "ord_1", checkout_url: "https://pay.test/rz/checkout" },
      ]);
    });
  });

  it("know the same visitors, prices, coupons and receipts", () => {
    withMany((seed) => {
      expect(readDressed("geoInfo", makeGeo({ country: "China" }), seed).country).toBe("China");
      expect(readDressed("profile", makeProfile(), seed)).toMatchObject({ user_id: 42, vip: { remain_time: 0 } });
      expect(readDressed("anonymousSignup", makeSignUp(), seed).token).toBe("42.token");
      const [price] = readDressed("prices", { products: [makePrice()] }, seed).products;
      expect(price).toMatchObject({ product_id: "1001", currency: "EUR", subscription: { price: { gross: 54.99 } } });
      expect(readDressed("checkCoupon", { valid: true, discount: { type: "percent", value: 20 } }, seed)).toMatchObject(
        { valid: true },
      );
      const [invoice] = readDressed("invoiceList", { invoices: [makeInvoice()] }, seed).invoices;
      expect(invoice).toMatchObject({ invoice_id: "inv_1", amount: 59.99, issued_at: "2026-01-31T12:00:00.000Z" });
      expect(readDressed("invoiceSend", {}, seed).sent).toBe(true);
      expect(readDressed("commonParams", {}, seed).providers).toBeUndefined();
    });
  });

  it("end a session with the same numbers", () => {
    const numbers = fc.constantFrom(401, 403, 50008, 50012, 50014);
    fc.assert(
      fc.property(backend, numbers, (seed, code) => {
        const { status, body } = bareRefusal(seed, "profile", 400, code);
        expect(refusalOf(body, status).code).toBe(code);
      }),
      { numRuns: 500 },
    );
  });
});

it("an answer of anything at all is read or is an UpstreamError, and no amount of it is below zero or no number", async () => {
  const junk = fc.jsonValue({ maxDepth: 10 });
  const names = [
    "plans",
    "status",
    "code",
    "data",
    "list",
    "price_amount",
    "amount",
    "currency",
    "id",
    "user_id",
    "vip",
    "success",
    "order_id",
    "country",
    "subscription",
  ];
  const likeAnAnswer = fc.dictionary(fc.constantFrom(...names), junk, { maxKeys: 8 });
  const body = fc.oneof(junk, likeAnAnswer, fc.array(likeAnAnswer, { maxLength: 3 }));
  let sent: unknown;
  for (const endpoint of Object.values(endpoints)) upstream.use(responding(endpoint, () => Response.json(sent)));
  const caller = { requestId: "r", appType: 502 };
  const reads = [
    () => call(endpoints.plans, {}, caller),
    () => call(endpoints.profile, {}, caller),
    () => call(endpoints.commonParams, {}, caller),
    () => call(endpoints.geoInfo, { body: {} }, caller),
    () => call(endpoints.soPurchaseResult, { body: { order_id: "1" } }, caller),
  ];
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(...reads), async (value, read) => {
      sent = value;
      forgetUpstream();
      const outcome = await read().catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UpstreamError);
      expect(amountsIn(outcome).every((amount) => Number.isFinite(amount) && amount >= 0)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

function amountsIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (value instanceof Error || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === "user_id" ? [] : amountsIn(inner)));
}

it.each(Object.keys(endpoints))("%s: whatever is sent, reading it never throws", (name) => {
  const endpoint = Object.entries(endpoints).find(([one]) => one === name)?.[1];
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), fc.string(), (value, word) => {
      for (const body of [
        value,
        { data: value },
        [value],
        { [word]: value },
        { code: value, status: value, plans: [value] },
      ]) {
        const opened = openAnswer(body, 200);
        if (endpoint && "answer" in opened) readAnswer(endpoint, opened.answer);
        apiError.safeParse(body);
      }
    }),
    { numRuns: 1_000 },
  );
});
