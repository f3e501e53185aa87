import { ordersOf } from "./ledger";
import type { Addresses } from "./running-site";
import type { Visitor } from "./visitor";

/** How much later a provider reports of a payment, in seconds: never, as long as no journey lets it report. */
export const LATER_S = 3_600;

/** Lets the provider of an order report now what it would later, or the time to pay it be over, as the sandbox's control page does. */
export async function letOrder({ sandbox }: Addresses, orderId: string, step: "report" | "expire"): Promise<void> {
  const { status } = await fetch(`${sandbox}/control/orders/${orderId}/${step}`, {
    method: "POST",
    redirect: "manual",
  });
  if (status !== 303) throw new Error(`"${step}" was answered with ${status}`);
}

/** The same for a visitor's newest order. */
export async function letNewest(visitor: Visitor, step: "report" | "expire"): Promise<void> {
  const [order] = await ordersOf(visitor);
  if (order === undefined) throw new Error("There is no order");
  await letOrder(visitor.addresses, order.id, step);
}
