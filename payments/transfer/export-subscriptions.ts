import { soldIn } from "../catalogue/sold";
import type { Context } from "../context";
import { timeOf } from "../time";
import { type CsvRow, csvLine } from "./csv";
import { SUBSCRIPTION_COLUMNS } from "./subscription-line";

const PAGE = 500;

type Column = keyof typeof SUBSCRIPTION_COLUMNS;
const COLUMNS = Object.keys(SUBSCRIPTION_COLUMNS);

/** All that was bought on the web and is paid for now, or waits for its payment, as the lines of a file that `import` reads. */
export async function* exportSubscriptions(context: Context): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let after = ""; ; ) {
    const rows = await running(context, after);
    for (const row of rows) yield csvLine(lineOf(context, row));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

const running = ({ db, now }: Context, after: string) =>
  db
    .selectFrom("subscriptions")
    .innerJoin("orders", "orders.id", "subscriptions.order_id")
    .select([
      "subscriptions.id",
      "imported_as",
      "subscriptions.email",
      "subscriptions.user_id",
      "subscriptions.plan_id",
    ])
    .select(["country_code", "language", "renews", "amount", "currency", "bought_at", "period_starts_at", "ends_at"])
    .select(["driver", "reference", "sold"])
    .where("subscriptions.id", ">", after)
    .where("source", "=", "web")
    .where((eb) =>
      eb.or([
        eb("subscriptions.state", "=", "past_due"),
        eb.and([eb("subscriptions.state", "in", ["active", "ending"]), eb("ends_at", ">", now())]),
      ]),
    )
    .orderBy("subscriptions.id")
    .limit(PAGE)
    .execute();

type Row = Awaited<ReturnType<typeof running>>[number];

function lineOf({ drivers }: Context, row: Row): CsvRow {
  const isRenewing = row.renews === 1 && row.driver !== null;
  const cells: Record<Column, string | number | null> = {
    subscription: row.imported_as ?? row.id,
    email: row.email,
    user: row.user_id,
    plan: row.plan_id,
    country: row.country_code,
    language: row.language,
    amount: row.renews === 1 ? row.amount : soldIn(row).price,
    currency: row.currency,
    bought_at: timeOf(row.bought_at),
    period_from: timeOf(row.period_starts_at),
    paid_until: timeOf(row.ends_at),
    provider: isRenewing ? (drivers.get(row.driver ?? "")?.name.toLowerCase() ?? row.driver) : null,
    provider_subscription: isRenewing ? row.reference : null,
  };
  return Object.values(cells);
}
