import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeSoOrder } from "../../mocks/builders";
import { answering } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { KINDS } from "../../sandbox/sale-kinds";
import {
  agreed,
  agreementIn,
  CHANGED,
  changeWhileOpen,
  FREE,
  sell,
  send,
  sent,
  TRIAL,
  watchPurchases,
} from "../agreements";
import { BUYER } from "../buying";
import { page, shown } from "../site";

type Plan = Parameters<typeof sell>[0];
type Price = NonNullable<Parameters<typeof sell>[1]>;

beforeEach(() => upstream.use(answering(endpoints.soPurchase, makeSoOrder())));
beforeEach(watchPurchases);

/** Each kind once before and once after a change; `full/agreement-pairs` has each with each. */
it.each(KINDS.map((kind, n) => [kind, KINDS.at(n - 1) ?? kind] as const))(
  "a form that showed %s, where %s is sold by now, comes back with its entries, and sells what it shows then",
  changeWhileOpen,
);

const inEuros = (gross: number, tax: number): Price => ({ subscription: { price: { gross, tax } } });

it.each<[string, Plan, Price, Plan, Price, string]>([
  ["today's price", {}, {}, {}, inEuros(64.99, 9.54), "from €54.99 to €64.99"],
  ["price after a trial", TRIAL, {}, { ...TRIAL, trial_price: 1.68 }, inEuros(64.99, 9.54), CHANGED],
  ["price after a free trial", FREE, {}, FREE, inEuros(64.99, 9.54), CHANGED],
  ["length of the trial", TRIAL, {}, { ...TRIAL, trial_days: 7 }, {}, CHANGED],
  ["length", { renews: false }, {}, { renews: false, interval_count: 2 }, {}, CHANGED],
  ["period of renewal", {}, {}, { interval: "month" }, {}, CHANGED],
  ["count of renewal", TRIAL, {}, { ...TRIAL, interval_count: 2 }, {}, CHANGED],
  ["tax", {}, {}, {}, inEuros(54.99, 8.54), CHANGED],
  ["currency", {}, {}, {}, { currency: "USD" }, "from €54.99 to $54.99"],
])("another %s brings the form back, with what has changed", async (_, before, price, after, newPrice, words) => {
  sell(before, price);
  const form = await page("/payment/year");
  sell(after, newPrice);
  const again = await shown(send(form, BUYER));
  expect([again.answer.status, sent]).toEqual([422, []]);
  expect(again.see.getByRole("alert").textContent).toContain(words);
  expect((await send(again)).status).toBe(303);
});

it("where only the price is another one, nothing else is said to have changed", async () => {
  sell({});
  const form = await page("/payment/year");
  sell({}, inEuros(64.99, 11.28));
  const again = await shown(send(form, BUYER));
  expect(again.see.getByRole("alert").textContent).not.toContain(CHANGED);
});

it("the price and the kind of sale are told both where both are others", async () => {
  sell(TRIAL);
  const form = await page("/payment/year");
  sell({});
  const again = await shown(send(form, BUYER));
  expect(again.see.getByRole("alert").textContent).toContain("from €1.82 to €54.99");
  expect(again.see.getByRole("alert").textContent).toContain(CHANGED);
});

it.each(["", "/de", "/ja", "/ar"])(
  "the payments API gets the words that stood at the button, with their hash (%s)",
  async (lang) => {
    sell(TRIAL);
    const form = await page(`${lang}/payment/year`);
    await send(form, BUYER, `${lang}/payment/year`);
    const text = agreementIn(form);
    const text_hash = createHash("sha256").update(Buffer.from(text, "utf8")).digest("hex");
    expect(agreed()).toEqual({
      sale: "paid_trial",
      length: { interval: "day", interval_count: 3 },
      renewal: {
        amount: 54.99,
        interval: "year",
        interval_count: 1,
        first_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      tax: { amount: 0.32, included: true },
      text,
      text_hash,
    });
  },
);

it("the same form sent twice says the same", async () => {
  sell({});
  const form = await page("/payment/year");
  await send(form, BUYER);
  const { forgetPurchases } = await import("~/orders/purchase.server");
  forgetPurchases();
  await send(form, BUYER);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});
