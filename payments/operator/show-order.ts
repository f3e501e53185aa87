import { masked } from "../api/proof/owner";
import type { Context } from "../context";
import { standingOf } from "../entitlements/standing";
import { buyerOf } from "../orders/buying/buyer";
import type { StoredOrder } from "../store/orders";
import { timeOf } from "../time";

/** A title and its lines; none where there is nothing of the kind. */
type Part = [title: string, lines: string[]];

/** All that is known of an order, to be read by a person. @param show whether addresses are shown as they are */
export async function describeOrder(context: Context, stored: StoredOrder, show: boolean): Promise<string> {
  const { row } = stored;
  const email = show ? row.email : masked(row.email);
  const head = `Order ${row.id}: ${row.state}, ${row.plan_id}, ${email}, ${row.country_code}, opened ${timeOf(row.created_at)}`;
  const parts: Part[] = [
    ["Attempts", attemptsOf(context, stored)],
    [
      "Captures",
      stored.order.captures.map(({ id, paid, state }) => `${id}  ${paid.amount} ${paid.currency}  ${state}`),
    ],
    ["Subscription", await subscriptionsOf(context, row.id)],
    ["Refunds", await refundsOf(context, row.id)],
    ["Disputes", await disputesOf(context, row.id)],
    ["History", await historyOf(context, row.id)],
    ["Letters", await lettersOf(context, row.id)],
    ["Access", await accessOf(context, stored)],
    ["Told to the VPN", await eventsOf(context, row.id)],
    ["By hand", await auditOf(context, row.id)],
  ];
  const told = parts.filter(([, lines]) => lines.length > 0);
  return `${[head, ...told.flatMap(([title, lines]) => [`${title}:`, ...lines.map((line) => `  ${line}`)])].join("\n")}\n`;
}

const attemptsOf = ({ drivers }: Context, { attempts }: StoredOrder): string[] =>
  attempts.map(({ id, state, bucket, amount, currency, provider, reference, created_at }) => {
    const by = provider === null ? "nothing was due" : (drivers.get(provider)?.name ?? provider);
    const why = bucket === null ? state : `${state} (${bucket})`;
    return `${timeOf(created_at)}  ${id}  ${amount} ${currency}  ${why}  ${by} ${reference === id ? "" : reference}`.trim();
  });

async function subscriptionsOf({ db }: Context, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom("subscriptions").selectAll().where("order_id", "=", orderId).execute();
  const charges = await db
    .selectFrom("subscription_charges")
    .selectAll("subscription_charges")
    .innerJoin("subscriptions", "subscriptions.id", "subscription_id")
    .where("order_id", "=", orderId)
    .orderBy("subscription_charges.period")
    .execute();
  return [
    ...rows.map(({ id, state, ends_at }) => `${id}  ${state}  until ${timeOf(ends_at)}`),
    ...charges.map(({ id, amount, currency, state, at }) => `${timeOf(at)}  ${id}  ${amount} ${currency}  ${state}`),
  ];
}

async function refundsOf({ db }: Context, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("noted_at").execute();
  return rows.map(({ noted_at, id, amount, currency, state, reason, problem }) =>
    `${timeOf(noted_at)}  ${id}  ${amount} ${currency}  ${state}  ${reason} ${problem ?? ""}`.trim(),
  );
}

async function disputesOf({ db }: Context, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom("disputes").selectAll().where("order_id", "=", orderId).execute();
  return rows.map(({ id, state, amount, currency, reason }) => `${id}  ${state}  ${amount} ${currency}  ${reason}`);
}

async function historyOf({ db }: Context, orderId: string): Promise<string[]> {
  const events = db.selectFrom("events").select(["at", "type"]).where("order_id", "=", orderId);
  return (await events.orderBy("seq").execute()).map(({ at, type }) => `${timeOf(at)}  ${type}`);
}

async function lettersOf({ db }: Context, orderId: string): Promise<string[]> {
  const letters = db.selectFrom("order_letters").select(["written_at", "kind", "subject"]);
  const rows = await letters.where("order_id", "=", orderId).orderBy("id").execute();
  return rows.map(({ written_at, kind, subject }) => `${timeOf(written_at)}  ${kind}  "${subject}"`);
}

async function accessOf({ db, now }: Context, { row }: StoredOrder): Promise<string[]> {
  const { paidUntil, activeUntil, renews } = await standingOf(db, buyerOf(row));
  if (paidUntil === 0) return ["nothing is paid"];
  return [`${activeUntil > now() ? "active" : "over"}, paid until ${timeOf(paidUntil)}${renews ? ", renews" : ""}`];
}

async function eventsOf({ db }: Context, orderId: string): Promise<string[]> {
  const events = db.selectFrom("entitlement_events").selectAll().where("order_id", "=", orderId);
  const rows = await events.orderBy("created_at").orderBy("sequence").execute();
  return rows.map(({ created_at, id, type, state, problem }) =>
    `${timeOf(created_at)}  ${id}  ${type}  ${state} ${problem ?? ""}`.trim(),
  );
}

async function auditOf({ db }: Context, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom("audit").selectAll().where("about", "=", orderId).orderBy("id").execute();
  return rows.map(({ at, by, because, command, result }) => {
    const who = by === null ? "" : ` by ${by}`;
    return `${timeOf(at)}  ${command}${who}${because === null ? "" : ` because ${because}`}: ${result}`;
  });
}
