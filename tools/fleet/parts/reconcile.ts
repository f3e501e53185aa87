import { z } from "zod";
import type { Stage } from "./part";

/** One row for each e-mail address that has ordered, by plain SQL. */
const ACCOUNTS = `
  select orders.email as email, count(*) as orders,
    sum((select count(*) from captures where captures.order_id = orders.id and captures.state = 'kept')) as kept,
    sum((select count(*) from captures where captures.order_id = orders.id and captures.state <> 'kept')) as returned,
    sum((select count(*) from grants where grants.order_id = orders.id)) as grants,
    sum((select count(*) from invoices where invoices.order_id = orders.id and invoices.charge_id is null)) as invoices,
    sum((select count(*) from conversions where conversions.order_id = orders.id)) as conversions,
    max((select max(captures.amount) from captures where captures.order_id = orders.id)) as amount
  from orders group by orders.email`;

const account = z.object({
  email: z.string(),
  orders: z.coerce.number(),
  kept: z.coerce.number(),
  returned: z.coerce.number(),
  grants: z.coerce.number(),
  invoices: z.coerce.number(),
  conversions: z.coerce.number(),
  amount: z.coerce.number().nullable(),
});
type Account = z.output<typeof account>;

/** Holds what all buyers know against what the databases say. */
export async function reconcile({ fleet, book, score, report }: Stage): Promise<void> {
  const shops = [...fleet.opened];
  const accounts = new Map<string, Account>();
  for (const [done, shop] of shops.entries()) {
    const rows = z.array(account).parse(await fleet.rows(ACCOUNTS, shop));
    for (const row of rows) accounts.set(row.email, row);
    score.orders += rows.reduce((sum, { orders }) => sum + orders, 0);
    report(done + 1, shops.length);
  }
  const known = new Set(book.wishes.map(({ email }) => email));
  for (const { email, isServed, shown } of book.wishes) {
    const found = accounts.get(email);
    if (found !== undefined) judge(found, score, shown);
    if (isServed && (found?.kept ?? 0) === 0) {
      score.lost += 1;
      score.failures.push(`${email} saw a success that nobody was charged for`);
    }
  }
  for (const { email } of accounts.values()) if (!known.has(email)) score.failures.push(`nobody knows ${email}`);
  const paid = [...accounts.values()].filter(({ kept }) => kept > 0).length;
  const served = book.wishes.filter(({ isServed }) => isServed).length;
  score.details.push(`  ${book.wishes.length} buyers, ${served} saw a success, ${paid} were charged, each once`);
}

function judge(
  { email, kept, returned, grants, invoices, conversions, amount }: Account,
  score: Stage["score"],
  shown?: number,
) {
  const wrong: string[] = [];
  if (kept > 1) score.doubled += 1;
  if (returned > 0) wrong.push(`${returned} charges that were not kept`);
  if (kept > 1) wrong.push(`${kept} charges`);
  const given = Object.entries({ grants, invoices, conversions }).filter(([, number]) => number !== Math.min(kept, 1));
  if (kept > 0 && given.length > 0) score.lost += 1;
  wrong.push(...given.map(([name, number]) => `${number} ${name} for ${kept} charges`));
  if (kept > 0 && shown !== undefined && amount !== shown)
    wrong.push(`a charge of ${amount} where the form said ${shown}`);
  score.failures.push(...wrong.map((what) => `${email} has ${what}`));
}
