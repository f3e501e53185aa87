import Big from "big.js";
import { type Kysely, type Migration, sql } from "kysely";
import { valueIn } from "~/upstream/contract/values/regions";

/** What was on sale until then, when only the sandbox sold: products, periods, and prices in US dollars. */
const PLANS = {
  weekly: { product_id: 594101, interval: "week", interval_count: 1, worth: 4.99 },
  monthly: { product_id: 594102, interval: "month", interval_count: 1, worth: 11.99 },
  yearly: { product_id: 594103, interval: "year", interval_count: 1, worth: 47.88 },
  "two-years": { product_id: 594104, interval: "year", interval_count: 2, worth: 71.76 },
} as const;
type PlanId = keyof typeof PLANS;

const isPlanId = (id: string): id is PlanId => Object.hasOwn(PLANS, id);

interface Place {
  /** Its currency has no cents. */
  isWhole?: true;
  tax?: readonly [name: string, rate: number];
  gross: readonly [weekly: number, monthly: number, yearly: number, twoYears: number];
}

const PLACES: Readonly<Record<string, Place>> = {
  US: { gross: [4.99, 11.99, 47.88, 71.76] },
  GB: { tax: ["VAT", 20], gross: [4.49, 10.99, 42.99, 63.99] },
  CA: { tax: ["HST", 13], gross: [6.99, 16.99, 64.99, 97.99] },
  AU: { tax: ["GST", 10], gross: [7.99, 18.99, 74.99, 109.99] },
  IN: { tax: ["GST", 18], gross: [299, 799, 2999, 4499] },
  DE: { tax: ["MwSt.", 19], gross: [4.99, 11.99, 46.99, 69.99] },
  FR: { tax: ["TVA", 20], gross: [4.99, 11.99, 46.99, 69.99] },
  ES: { tax: ["IVA", 21], gross: [4.49, 10.99, 42.99, 64.99] },
  IT: { tax: ["IVA", 22], gross: [4.99, 11.99, 46.99, 69.99] },
  JP: { isWhole: true, tax: ["消費税", 10], gross: [499, 1800, 7200, 10800] },
  BR: { tax: ["Tributos", 15], gross: [19.9, 49.9, 199.9, 299.9] },
  SA: { tax: ["ضريبة القيمة المضافة", 15], gross: [18.99, 44.99, 179.99, 269.99] },
  TR: { tax: ["KDV", 20], gross: [169.99, 399.99, 1599.99, 2399.99] },
  PL: { tax: ["VAT", 23], gross: [19.99, 49.99, 199.99, 299.99] },
  ID: { isWhole: true, tax: ["PPN", 11], gross: [49900, 189000, 749000, 1129000] },
  KR: { isWhole: true, tax: ["부가가치세", 10], gross: [4990, 16500, 65900, 98900] },
};

const COUPONS: Readonly<Record<string, { limit?: number; limitPerBuyer?: number }>> = {
  ONCE50: { limitPerBuyer: 1 },
  FREE100: { limitPerBuyer: 1 },
  LASTONE: { limit: 1 },
  USEDUP: { limit: 0 },
};

const WITHDRAWAL_DAYS = { EEA: 14, GB: 14, TR: 14, IL: 14, AR: 10, BR: 7, KR: 7, TW: 7 };
const SELLER = "Sandbox VPN Ltd., 1 Test Street, Exampleton";

/** Attempts that sold the same. */
interface Alike {
  plan_id: string;
  country_code: string;
  renewal_amount: number | null;
  coupon_id: string | null;
  deduction: number | null;
}

/** What each attempt sold stays with it, whatever the catalogue says later. Older ones sold what the sandbox had. */
export const soldWithAttempts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ["attempts", "subscriptions"])
      await db.schema
        .alterTable(table)
        .addColumn("sold", "text", (column) => column.notNull().defaultTo(""))
        .execute();
    await db.schema
      .alterTable("invoices")
      .addColumn("seller", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await sql`update invoices set seller = ${SELLER}`.execute(db);
    const { rows } = await alike(db);
    for (const row of rows) await fillIn(db, row);
    await sql`update subscriptions set sold = (select paid.sold from grants
      join attempts as paid on paid.id = grants.attempt_id where grants.order_id = subscriptions.order_id)`.execute(db);
  },
};

const alike = (db: Kysely<unknown>) =>
  sql<Alike>`select distinct plan_id, country_code, renewal_amount, coupon_id, deduction from attempts
    join orders on orders.id = attempts.order_id left join plan_changes on plan_changes.attempt_id = attempts.id`.execute(
    db,
  );

const fillIn = (db: Kysely<unknown>, row: Alike) => {
  const { plan_id, country_code, renewal_amount, coupon_id, deduction } = row;
  const same = (column: string, value: string | number | null) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
  return sql`update attempts set sold = ${JSON.stringify(soldOf(row))} where id in (select attempts.id from attempts
    join orders on orders.id = attempts.order_id left join plan_changes on plan_changes.attempt_id = attempts.id
    where plan_id = ${plan_id} and country_code = ${country_code} and ${same("renewal_amount", renewal_amount)}
    and ${same("coupon_id", coupon_id)} and ${same("deduction", deduction)})`.execute(db);
};

function soldOf({ plan_id, country_code, renewal_amount, coupon_id, deduction }: Alike) {
  const id = isPlanId(plan_id) ? plan_id : "monthly";
  const { worth, ...plan } = PLANS[id];
  const place = PLACES[country_code];
  const price = renewal_amount ?? place?.gross[Object.keys(PLANS).indexOf(id)] ?? worth;
  const due = Big(price)
    .times(Big(worth).minus(deduction ?? 0))
    .div(worth)
    .round(2, Big.roundHalfUp);
  const days = valueIn(WITHDRAWAL_DAYS, country_code);
  return {
    ...plan,
    price,
    worth,
    worth_currency: "USD",
    deduction: deduction === null ? 0 : Big(price).minus(due).toNumber(),
    tax: taxIn(price, place),
    coupon: coupon_id === null ? undefined : (COUPONS[coupon_id] ?? {}),
    withdrawal: { days: days ?? 14, isVoluntary: days === undefined },
  };
}

function taxIn(price: number, place: Place | undefined) {
  if (!place?.tax) return undefined;
  const [name, rate] = place.tax;
  const decimals = place.isWhole ? 0 : 2;
  const net = Big(price).div(Big(100).plus(rate)).times(100).round(decimals, Big.roundHalfUp);
  return { amount: Big(price).minus(net).toNumber(), name, rate };
}
