import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { Chance } from "../../../sandbox/bare/seeded";
import type { World } from "./api";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** Less than the cheapest plan costs. */
const PART = 2.5;

const paid = z.object({
  order_id: z.string(),
  provider: z.enum(["so", "ps"]),
  reference: z.string(),
  renews: z.string().nullable(),
});

/** The payment by which somebody has what they have. */
async function paymentOf({ rows }: World, email: string) {
  const found = await rows(`
    select attempts.order_id, provider, reference, attempts.subscription_reference as renews
    from captures inner join attempts on attempts.id = captures.attempt_id inner join orders on orders.id = attempts.order_id
    where captures.state = 'kept' and orders.email = '${email.toLowerCase()}'`);
  return z.array(paid).parse(found)[0];
}

/** The operator gives back all of an order or a part of it, by the command for that. */
export async function refundByUs(world: World, email: string, chance: Chance): Promise<void> {
  const payment = await paymentOf(world, email);
  if (payment === undefined) return;
  const { order_id } = payment;
  const amount = chance.oneIn(2) ? [String(PART)] : [];
  const answers = ["--yes", order_id, "--by", "the rig", "--because", "The seed says so"];
  const { PATH, HOME } = process.env;
  const env = { NODE_ENV: "production", PATH, HOME, ...world.variables } as const;
  const args = ["host/start/launch.mjs", "payments", "refund", order_id, ...amount, ...answers];
  // One that is refused has nothing left to give, as the merchant has been there before.
  await run(process.execPath, args, { cwd: ROOT, env }).catch(() => {});
}

/** The merchant gives back at the provider's own pages. PayPal does not tell of parts of a subscription's payment, so they get all of it. */
export async function refundByOthers(world: World, email: string, chance: Chance): Promise<void> {
  const payment = await paymentOf(world, email);
  if (payment === undefined) return;
  const { provider, reference, renews } = payment;
  const { stripe, paypal } = world.standIns;
  const isPart = chance.oneIn(2) && !(provider === "ps" && renews !== null);
  const act = { act: "refund", payment: reference, ...(isPart ? { amount: PART } : {}) } as const;
  try {
    (provider === "so" ? stripe : paypal).act(act);
  } catch {
    // Nothing is left: we were there before.
  }
}
