import { join } from "node:path";
import Libsql from "libsql";
import { z } from "zod";

const order = z.object({
  id: z.string(),
  plan: z.string(),
  state: z.string(),
  userId: z.number().nullable(),
  /** The numbers of the order's events: they say what came before what. */
  opened: z.number(),
  granted: z.number().nullable(),
  charges: z.number(),
});
export type BookedOrder = z.output<typeof order>;

const subscription = z.object({ id: z.string(), orderId: z.string(), state: z.string() });
export type BookedSubscription = z.output<typeof subscription>;

const ORDERS = `
  select orders.id, orders.plan_id as plan, orders.state, orders.user_id as userId,
    (select min(seq) from events where order_id = orders.id) as opened,
    (select min(seq) from events where order_id = orders.id and type = 'granted') as granted,
    (select count(*) from captures where order_id = orders.id and state = 'kept' and amount > 0) as charges
  from orders where orders.mailbox = ? order by opened`;
const SUBSCRIPTIONS = `
  select subscriptions.id, order_id as orderId, subscriptions.state from subscriptions
  inner join orders on orders.id = subscriptions.order_id where orders.mailbox = ?`;

/** What the sandbox's own file says of one mailbox, read by plain SQL without any of the sandbox's code. */
export class MailboxBooks {
  readonly #file;

  constructor(
    dataDir: string,
    readonly mailbox: string,
  ) {
    this.#file = new Libsql(join(dataDir, "sandbox.db"), { readonly: true, timeout: 5_000 });
  }

  /** In the order in which they were opened. */
  orders = (): BookedOrder[] => z.array(order).parse(this.#file.prepare(ORDERS).all(this.mailbox));

  subscriptions = (): BookedSubscription[] =>
    z.array(subscription).parse(this.#file.prepare(SUBSCRIPTIONS).all(this.mailbox));

  close = (): void => void this.#file.close();
}
