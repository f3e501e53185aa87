import { expect, it, onTestFinished } from "vitest";
import { type Catalogue, planById } from "../../../payments/catalogue/catalogue";
import { parseCatalogue } from "../../../payments/catalogue/load-catalogue";
import { offersTo } from "../../../payments/catalogue/on-sale";
import type { Sale } from "../../../payments/catalogue/sale";
import { invoicesIn } from "../../../payments/invoices/list";
import { settleOrder } from "../../../payments/orders/advance";
import { openAttempt, openOrder } from "../../../payments/orders/buying/open";
import { termsOf } from "../../../payments/orders/buying/terms";
import { refundOrder } from "../../../payments/orders/refund";
import { receiveDelivery } from "../../../payments/orders/reports/receive";
import { openDatabase } from "../../../payments/store/database";
import { loadOrder } from "../../../payments/store/orders";
import { renew } from "../../../payments/subscriptions/renew";
import { tendWithin } from "../../../payments/subscriptions/tend";
import { temporaryFolder } from "../../sandbox/running-sandbox";
import { FILE, PLAN, withPlan } from "./file";

const NOON = Date.UTC(2026, 0, 10, 12);
const EMAIL = "buyer@example.com";
const read = (file: unknown) => parseCatalogue(file, "");

const BEFORE = read(withPlan({ trial: { days: 7, price: 1 } }));

/** What may become of a catalogue after something was sold from it. */
const CHANGES: readonly [string, Catalogue][] = [
  ["twice the price", read(withPlan({ prices: { USD: 20, EUR: 18, JPY: 2000 } }))],
  ["another length", read(withPlan({ interval: "year", interval_count: 2 }))],
  [
    "another tax",
    read({ ...FILE, countries: { ...FILE.countries, DE: { currency: "EUR", tax: { name: "VAT", rate: 7 } } } }),
  ],
  ["a price in another currency", read({ ...FILE, countries: { JP: { currency: "JPY" } } })],
  ["no such plan any more", read(withPlan({ id: "other", product_id: 9 }))],
  ["another seller", read({ ...FILE, seller: { name: "New Ltd.", address: "2 Street" } })],
];

async function database() {
  const db = await openDatabase(await temporaryFolder());
  onTestFinished(() => db.destroy());
  const sale = <T>(catalogue: Catalogue, now: number, work: (sale: Sale) => Promise<T>) =>
    db.transaction().execute((tx) => work({ tx, catalogue, now }));
  return { db, sale };
}

const UNSAID = {
  browser: null,
  networkCountry: null,
  appType: null,
  attribution: null,
  frontId: null,
  language: null,
  timeZone: null,
  termsVersion: null,
  agreement: undefined,
};

/** Opens an order for the plan in Germany. @returns its id */
async function open({ tx, catalogue, now }: Sale, hasTrial: boolean): Promise<string> {
  const listed = planById(catalogue, PLAN.id);
  if (!listed) throw new Error("It is not on sale.");
  const buyer = { email: EMAIL, userId: null };
  const { trial_price, trial_days, ...bare } = listed;
  const plan = hasTrial ? listed : bare;
  const stored = await openOrder(tx, { ...UNSAID, plan, buyer, country: "DE", now });
  const addresses = {
    returnUrl: "https://shop.example/",
    cancelUrl: "https://shop.example/",
    origin: "https://api.example",
  };
  const attempt = { ...UNSAID, ...addresses, provider: "so", catalogue, now } as const;
  await openAttempt(tx, stored, attempt, termsOf(plan, "DE", undefined));
  return stored.row.id;
}

async function pay(sale: Sale, orderId: string): Promise<void> {
  const stored = await loadOrder(sale.tx, orderId);
  const attempt = stored?.attempts.at(-1);
  if (!attempt) throw new Error("It was not opened.");
  const { id: attemptId, amount, currency } = attempt;
  const report = { type: "captured", captureId: `cap_${attemptId}`, paid: { amount, currency } } as const;
  await receiveDelivery(sale, { eventId: attemptId, orderId, attemptId, report });
  await settleOrder(sale, orderId);
}

/** All that a buyer is told of an order that was paid, renewed, and given back, from the catalogue before or after. */
async function history(after: Catalogue, hasTrial: boolean) {
  const { db, sale } = await database();
  const orderId = await sale(BEFORE, NOON, (now) => open(now, hasTrial));
  await sale(after, NOON, (now) => pay(now, orderId));
  const subscription = () => db.selectFrom("subscriptions").selectAll().executeTakeFirstOrThrow();
  const first = await subscription();
  await sale(after, first.ends_at, async (now) => renew(now, first));
  const renewed = await subscription();
  await sale(after, renewed.ends_at - 1, (now) => tendWithin(now, first.id));
  await sale(after, renewed.ends_at - 1, (now) => refundOrder(now, orderId));
  const invoices = await invoicesIn(db, { kind: "order", orderId, userId: null, email: EMAIL }, 90);
  const letters = await db.selectFrom("order_letters").select(["kind", "subject"]).orderBy("id").execute();
  const charges = await db
    .selectFrom("subscription_charges")
    .select(["amount", "currency", "starts_at", "ends_at", "state"])
    .execute();
  const captures = await db.selectFrom("captures").select(["amount", "currency", "state"]).execute();
  const worth = [first.period_worth, renewed.period_worth];
  return {
    ends: [first.ends_at, renewed.ends_at],
    worth,
    charges,
    captures,
    letters,
    invoices: invoices.map(({ seller, order_id, ...invoice }) => invoice),
  };
}

for (const hasTrial of [false, true])
  it.each(CHANGES)(`%s changes nothing of what was sold${hasTrial ? " with a trial" : ""}`, async (_, after) => {
    expect(await history(after, hasTrial)).toEqual(await history(BEFORE, hasTrial));
  });

it("an invoice says the tax and the length that were sold", async () => {
  const { invoices, charges, captures } = await history(CHANGES[2]?.[1] ?? BEFORE, false);
  expect(invoices.map(({ description, lines }) => [description, lines?.at(-1)])).toEqual([
    ["VPN subscription, 1 month, renewal", { kind: "tax", amount: 1.44, name: "MwSt.", rate: 19 }],
    ["VPN subscription, 1 month", { kind: "tax", amount: 1.44, name: "MwSt.", rate: 19 }],
  ]);
  expect([charges[0]?.state, captures[0]?.state]).toEqual(["refunded", "refunded"]);
});

it("an invoice is of who sold at the time", async () => {
  const { db, sale } = await database();
  const orderId = await sale(BEFORE, NOON, (now) => open(now, false));
  await sale(BEFORE, NOON, (now) => pay(now, orderId));
  const subscription = await db.selectFrom("subscriptions").selectAll().executeTakeFirstOrThrow();
  await sale(CHANGES[5]?.[1] ?? BEFORE, subscription.ends_at, (now) => renew(now, subscription));
  const invoices = await invoicesIn(db, { kind: "order", orderId, userId: null, email: EMAIL }, 90);
  expect(invoices.map(({ seller }) => seller)).toEqual(["New Ltd., 2 Street", "Example Ltd., 1 Street"]);
});

it("what is left of a plan that left the catalogue comes off another one", async () => {
  const { db, sale } = await database();
  const orderId = await sale(BEFORE, NOON, (now) => open(now, false));
  await sale(BEFORE, NOON, (now) => pay(now, orderId));
  const { user_id } = await db.selectFrom("accounts").select("user_id").executeTakeFirstOrThrow();
  const after = read(
    withPlan({ id: "yearly", product_id: 9, interval: "year", prices: { USD: 100, EUR: 90, JPY: 9000 } }),
  );
  const offered = await sale(after, NOON, async ({ tx, now }) => {
    const offer = await offersTo(tx, { buyer: undefined, memberId: user_id }, now);
    return after.plans.map((plan) => offer(plan).plan);
  });
  expect(offered).toMatchObject([{ price_discount_amount: 90, price_deduction_amount: 10 }]);
});
