import { join } from "node:path";
import Libsql from "libsql";
import { z } from "zod";
import type { Score } from "./score";

/** What the sandbox's own file says, read by plain SQL without any of the sandbox's code. */
interface Books {
  orders: number;
  /** E-mail addresses that were charged more than once for the same plan. Every buyer of the rig wishes for one. */
  chargedTwice: string[];
  /** Orders with a charge that was kept and without exactly one grant. */
  paidInVain: string[];
  /** E-mail addresses with a charge that was kept. */
  paid: ReadonlySet<string>;
}

const total = z.object({ total: z.number() });
const names = z.array(z.object({ name: z.string() })).transform((rows) => rows.map(({ name }) => name));

const CHARGED_TWICE = `
  select orders.email as name from captures inner join orders on orders.id = captures.order_id
  where captures.state = 'kept' group by orders.email, orders.plan_id having count(*) > 1`;
const PAID_IN_VAIN = `
  select orders.id as name from orders
  where exists (select 1 from captures where captures.order_id = orders.id and captures.state = 'kept')
    and (select count(*) from grants where grants.order_id = orders.id) <> 1`;
const PAID = `
  select distinct orders.email as name from captures inner join orders on orders.id = captures.order_id
  where captures.state = 'kept'`;

/** @param dataDir of a site that may still run */
function readBooks(dataDir: string): Books {
  const file = new Libsql(join(dataDir, "sandbox.db"), { readonly: true, timeout: 5_000 });
  try {
    const rows = (query: string) => names.parse(file.prepare(query).all());
    return {
      orders: total.parse(file.prepare("select count(*) as total from orders").get()).total,
      chargedTwice: rows(CHARGED_TWICE),
      paidInVain: rows(PAID_IN_VAIN),
      paid: new Set(rows(PAID)),
    };
  } finally {
    file.close();
  }
}

/** Counts what the file says into a score. @param served e-mail addresses of buyers who have seen that it worked */
export function countBooks(score: Score, dataDir: string, served: readonly string[]): void {
  const { orders, chargedTwice, paidInVain, paid } = readBooks(dataDir);
  const unpaid = served.filter((email) => !paid.has(email.toLowerCase()));
  score.orders += orders;
  score.doubled += chargedTwice.length;
  score.lost += paidInVain.length + unpaid.length;
}
