import { z } from "zod";
import type { Score } from "../../rig/score";
import type { Wish } from "../load/book";
import type { Stage } from "./part";
import { MANY } from "./same-form";

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
export type Account = z.output<typeof account>;

/** Holds what all buyers know against what the databases and the providers' own books say. */
export async function reconcile({ fleet, book, score, report }: Stage): Promise<void> {
  const shops = [...fleet.opened];
  const served = book.wishes.flatMap(({ email, isServed }) => (isServed ? [email] : []));
  const accounts = new Map<string, Account>();
  for (const [done, shop] of shops.entries()) {
    await shop.countMoney?.(score, served);
    const rows = z.array(account).parse(await fleet.rows(ACCOUNTS, shop));
    for (const row of rows) accounts.set(row.email, row);
    report(done + 1, shops.length);
  }
  score.orders = [...accounts.values()].reduce((sum, { orders }) => sum + orders, 0);
  judgeBook(score, book.wishes, accounts);
}

/** Everybody who was charged has seen it, but for those who went away. */
export function judgeBook(score: Score, wishes: readonly Wish[], accounts: ReadonlyMap<string, Account>): void {
  const known = new Set(wishes.map(({ email }) => email));
  const isCharged = ({ email }: Wish): boolean => (accounts.get(email)?.kept ?? 0) > 0;
  for (const wish of wishes) {
    const { email, isServed, isGoneOncePaid, shown } = wish;
    const found = accounts.get(email);
    if (found !== undefined) judge(found, score, shown);
    if (isServed && !isCharged(wish)) {
      score.lost += 1;
      score.failures.push(`${email} saw a success that nobody was charged for`);
    }
    if (isCharged(wish) && !isServed && !isGoneOncePaid)
      score.failures.push(`${email} was charged and came to no success`);
  }
  for (const { email } of accounts.values()) if (!known.has(email)) score.failures.push(`nobody knows ${email}`);
  const paid = wishes.filter(isCharged);
  const served = paid.filter(({ isServed }) => isServed).length;
  const gone = paid.filter(({ isServed, isGoneOncePaid }) => !isServed && isGoneOncePaid).length;
  score.details.push(
    `  ${wishes.length} buyers, ${paid.length} were charged: ${served} saw a success, ${gone} of a form sent ${MANY} times at once went away when they had paid`,
  );
}

function judge(
  { email, kept, returned, grants, invoices, conversions, amount }: Account,
  score: Score,
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
