import fc from "fast-check";
import { WEBHOOK_MODES } from "../../../sandbox/providers/reports/webhooks";
import { pick, recent, step } from "./step";

export const pass = step("pass", fc.constantFrom(1, 30, 60, 600, 3600), async (_books, world, seconds) => {
  world.pass(seconds);
});

const restart = step("restart", fc.constant(null), (_books, world) => world.restart());

/** While it is on, paid orders wait for what was bought. */
const holdGrants = step("hold grants", fc.constantFrom("on", "off"), async (_books, world, hold_grants) => {
  await world.setUp({ hold_grants });
});

/** How providers report from now on; where they never do, only asking tells. */
const setWebhooks = step("webhooks", fc.constantFrom(...WEBHOOK_MODES), async (_books, world, webhooks) => {
  await world.setUp({ webhooks, webhooks_late_seconds: "60" });
});

/** A person at the payments API gives all money of an order back, where its page offers that. */
const refund = step("refund", recent, async (books, world, number) => {
  const orderId = pick(books.orderIds(), number);
  const page = `/control/orders/${orderId}`;
  if (orderId === undefined || !(await world.page(page)).includes(`${page}/refund`)) return;
  await world.refund(orderId);
  books.refunded.add(orderId);
});

/** What buyers do not do themselves. */
export const circumstance = fc.oneof(restart, holdGrants, setWebhooks, refund);
