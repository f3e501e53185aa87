import { expect, it } from "vitest";
import { z } from "zod";
import { OutcomeUnknown } from "../../../../payments/drivers/errors";
import { DAY, HOUR, openingOf, renewing, START, Trial } from "../provider-under-test";
import { stripeUnderTest } from "./stripe-under-test";

const SESSIONS = "select json from objects where kind = 'checkout.session'";

/** The session as Stripe has it. */
function sessionIn(trial: Trial): Record<string, unknown> {
  const [row] = trial.standIn.books.rows(z.object({ json: z.string() }), SESSIONS);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(row?.json ?? "{}"));
}

it("has our ids, the buyer's address, and the attempt's end", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const { opening } = await trial.pay();
  expect(sessionIn(trial)).toMatchObject({
    client_reference_id: opening.attemptId,
    metadata: { attempt: opening.attemptId, order: opening.orderId },
    customer_email: opening.email,
    locale: "de",
    mode: "payment",
    expires_at: (START + HOUR) / 1000,
  });
});

it.each([
  ["zh-hant", "zh-TW"],
  ["zh-hans", "zh"],
  ["pt", "pt"],
  ["bn", "auto"],
  [undefined, "auto"],
])("a buyer who reads %s has Stripe's page in %s", async (language, locale) => {
  const trial = await Trial.start(stripeUnderTest);
  await trial.pay({ language });
  expect(sessionIn(trial).locale).toBe(locale);
});

it.each([
  [60_000, 35 * 60_000],
  [3 * DAY, DAY - 5 * 60_000],
])("a page that is to live %i ms lives as near to it as Stripe has it: %i", async (asked, lives) => {
  const trial = await Trial.start(stripeUnderTest);
  const { opened } = await trial.pay({ expiresAt: START + asked });
  expect(opened.expiresAt).toBe(START + lives);
});

it("a coupon takes from the first period only, and is one coupon whatever answers are lost", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const opening = openingOf(trial.time, { ...renewing(trial.time), price: { amount: 5, currency: "USD" } });
  trial.standIn.faults.add({ path: "/v1/coupons", kind: "lost" });
  await expect(trial.driver.open(opening, trial.call)).rejects.toThrow(OutcomeUnknown);
  await trial.driver.find(opening, trial.call);
  const coupons = "select json_extract(json, '$.amount_off') as off from objects where kind = 'coupon'";
  expect(trial.standIn.books.rows(z.object({ off: z.number() }), coupons)).toEqual([{ off: 699 }]);
  expect(sessionIn(trial)).toMatchObject({ amount_total: 500, mode: "subscription" });
});

it("a trial of a month ends when the first renewal is due", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const renewal = { interval: "year", interval_count: 1, amount: 60 } as const;
  const paid = await trial.pay({ ...renewing(trial.time), renewal, price: { amount: 1, currency: "USD" } }, "pay");
  const { reports, subscription = "" } = await paid.ask();
  expect(reports).toMatchObject([{ type: "captured", paid: { amount: 1 } }]);
  const standing = await trial.driver.subscriptions?.ask(subscription, trial.call);
  expect(standing).toMatchObject({ state: "active", paidUntil: paid.opening.renewsAt });
});

it("a subscription tells when its card expires, and nothing of another way to pay", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const { subscription = "" } = await (await trial.pay(renewing(trial.time), "pay")).ask();
  const ask = async () => (await trial.driver.subscriptions?.ask(subscription, trial.call))?.cardEnds;
  const change = (table: string, path: string, value: string) =>
    trial.standIn.books.run(`update objects set json = json_set(json, '${path}', ${value}) where kind = '${table}'`);
  change("payment_method", "$.card.exp_month", "12");
  change("payment_method", "$.card.exp_year", "2027");
  expect(await ask()).toBe(Date.parse("2028-01-01"));
  change("payment_method", "$.card", "null");
  expect(await ask()).toBeUndefined();
  change("subscription", "$.default_payment_method", "null");
  expect(await ask()).toBeUndefined();
});

it("a page is found in the list where Stripe repeats an answer that cannot be read, also behind a hundred others", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const { opened, opening } = await trial.pay();
  trial.standIn.books.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)
    insert into objects select 'cs_' || i, kind, owner, created + 1,
      json_set(json, '$.id', 'cs_' || i, '$.client_reference_id', 'another') from objects, n`);
  trial.standIn.faults.add({ path: "/v1/checkout/sessions", method: "POST", kind: "odd_500" });
  expect(await trial.driver.find(opening, trial.call)).toEqual(opened);
  trial.time += 23 * HOUR;
  expect(await trial.driver.find(opening, trial.call)).toMatchObject({ reference: opened.reference, payAt: undefined });
});

it("an attempt whose day is over is never opened", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const opening = openingOf(trial.time);
  trial.time += DAY;
  expect(await trial.driver.find(opening, trial.call)).toBeUndefined();
  await expect(trial.driver.open(opening, trial.call)).rejects.toThrow("expires_at");
  expect(trial.count("opened")).toBe(0);
});
