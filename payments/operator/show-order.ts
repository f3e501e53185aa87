import type { Context } from "../context";
import { standingOf } from "../entitlements/standing";
import { moneyText } from "../html/money-text";
import { buyerOf } from "../orders/buying/buyer";
import type { StoredOrder } from "../store/orders";
import { timeOf } from "../time";
import { withoutAddresses } from "./act";

/** What is known of an order. Times are ISO 8601 in UTC. */
export interface DescribedOrder {
  id: string;
  state: string;
  plan: string;
  /** The buyer's address. */
  email: string;
  country: string;
  opened: string;
  /** Only those that have rows. */
  parts: readonly Part[];
}

export interface Part {
  title: string;
  /** What is told of one thing, word by word; an empty one is not told. */
  rows: readonly (readonly string[])[];
}

/** All that is known of an order, to be read by a person. @param show whether addresses are shown as they are */
export async function describeOrder(context: Context, stored: StoredOrder, show: boolean): Promise<DescribedOrder> {
  const { id, state, plan_id: plan, email, country_code: country, created_at } = stored.row;
  const known: Part[] = [
    { title: "Attempts", rows: attemptsOf(context, stored) },
    {
      title: "Captures",
      rows: stored.order.captures.map(({ id, paid, state }) => [id, moneyText(paid), state]),
    },
    { title: "Subscription", rows: await subscriptionsOf(context, id) },
    { title: "Refunds", rows: await refundsOf(context, id) },
    { title: "Disputes", rows: await disputesOf(context, id) },
    { title: "History", rows: await historyOf(context, id) },
    { title: "Letters", rows: await lettersOf(context, id) },
    { title: "Access", rows: await accessOf(context, stored) },
    { title: "Told to the VPN", rows: await eventsOf(context, id) },
  ];
  const shown = (text: string) => (show ? text : withoutAddresses(text));
  const told = known.map(({ title, rows }) => ({ title, rows: rows.map((row) => row.filter(Boolean).map(shown)) }));
  const parts = [...told, { title: "By hand", rows: await auditOf(context, id, shown) }];
  const opened = timeOf(created_at);
  return { id, state, plan, email: shown(email), country, opened, parts: parts.filter(({ rows }) => rows.length > 0) };
}

/** The same as text. */
export function textOf({ id, state, plan, email, country, opened, parts }: DescribedOrder): string {
  const head = `Order ${id}: ${state}, ${plan}, ${email}, ${country}, opened ${opened}`;
  const told = parts.flatMap(({ title, rows }) => [`${title}:`, ...rows.map((row) => `  ${row.join("  ")}`)]);
  return `${[head, ...told].join("\n")}\n`;
}

type Rows = string[][];

const attemptsOf = ({ drivers }: Context, { attempts }: StoredOrder): Rows =>
  attempts.map(({ id, state, bucket, amount, currency, provider, reference, created_at }) => {
    const by = provider === null ? "nothing was due" : (drivers.get(provider)?.name ?? provider);
    const why = bucket === null ? state : `${state} (${bucket})`;
    return [timeOf(created_at), id, moneyText({ amount, currency }), why, by, reference === id ? "" : reference];
  });

async function subscriptionsOf({ db }: Context, orderId: string): Promise<Rows> {
  const rows = await db.selectFrom("subscriptions").selectAll().where("order_id", "=", orderId).execute();
  const charges = await db
    .selectFrom("subscription_charges")
    .selectAll("subscription_charges")
    .innerJoin("subscriptions", "subscriptions.id", "subscription_id")
    .where("order_id", "=", orderId)
    .orderBy("subscription_charges.period")
    .execute();
  return [
    ...rows.map(({ id, state, ends_at }) => [id, state, `until ${timeOf(ends_at)}`]),
    ...charges.map(({ id, amount, currency, state, at }) => [timeOf(at), id, moneyText({ amount, currency }), state]),
  ];
}

async function refundsOf({ db }: Context, orderId: string): Promise<Rows> {
  const rows = await db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("noted_at").execute();
  return rows.map(({ noted_at, id, amount, currency, state, reason, problem }) => [
    ...[timeOf(noted_at), id, moneyText({ amount, currency }), state, reason],
    problem ?? "",
  ]);
}

async function disputesOf({ db }: Context, orderId: string): Promise<Rows> {
  const rows = await db.selectFrom("disputes").selectAll().where("order_id", "=", orderId).execute();
  return rows.map(({ id, state, amount, currency, reason, evidence_by }) => [
    ...[id, state, moneyText({ amount, currency }), reason],
    evidence_by === null ? "" : `evidence by ${timeOf(evidence_by)}`,
  ]);
}

async function historyOf({ db }: Context, orderId: string): Promise<Rows> {
  const events = db.selectFrom("events").select(["at", "type"]).where("order_id", "=", orderId);
  return (await events.orderBy("seq").execute()).map(({ at, type }) => [timeOf(at), type]);
}

async function lettersOf({ db }: Context, orderId: string): Promise<Rows> {
  const letters = db.selectFrom("order_letters").select(["written_at", "kind", "subject"]);
  const rows = await letters.where("order_id", "=", orderId).orderBy("id").execute();
  return rows.map(({ written_at, kind, subject }) => [timeOf(written_at), kind, `"${subject}"`]);
}

async function accessOf({ db, now }: Context, { row }: StoredOrder): Promise<Rows> {
  const { paidUntil, activeUntil, renews } = await standingOf(db, buyerOf(row));
  if (paidUntil === 0) return [["nothing is paid"]];
  const until = `${activeUntil > now() ? "active" : "over"}, paid until ${timeOf(paidUntil)}`;
  return [[renews ? `${until}, renews` : until]];
}

async function eventsOf({ db }: Context, orderId: string): Promise<Rows> {
  const events = db.selectFrom("entitlement_events").selectAll().where("order_id", "=", orderId);
  const rows = await events.orderBy("created_at").orderBy("sequence").execute();
  return rows.map(({ created_at, id, type, state, problem }) => [timeOf(created_at), id, type, state, problem ?? ""]);
}

/** What was done about the order, and about what the VPN was told of it. Whoever did it is named in full. */
async function auditOf({ db }: Context, orderId: string, shown: (text: string) => string): Promise<Rows> {
  const events = db.selectFrom("entitlement_events").select(["id", "user_id"]).where("order_id", "=", orderId);
  const about = (await events.execute()).flatMap(({ id, user_id }) => [id, String(user_id)]);
  const audit = db
    .selectFrom("audit")
    .selectAll()
    .where("about", "in", [orderId, ...new Set(about)]);
  return (await audit.orderBy("id").execute()).map(({ at, by, because, command, result }) => {
    const who = by === null ? "" : ` by ${by}`;
    return [timeOf(at), `${command}${who}${because === null ? "" : ` because ${shown(because)}`}: ${shown(result)}`];
  });
}
