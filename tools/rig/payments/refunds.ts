import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { Chance } from "../../../sandbox/bare/seeded";
import { PaddleError } from "../../stand-ins/paddle/books";
import { Problem } from "../../stand-ins/paypal/answers";
import { StripeError } from "../../stand-ins/stripe/objects";
import type { World } from "./api";
import type { Done } from "./lying-webhooks";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** Less than the cheapest plan costs. */
const PART = 2.5;

const paid = z.object({
  order_id: z.string(),
  capture: z.string(),
  provider: z.enum(["so", "ps", "pd"]),
  reference: z.string(),
  renews: z.string().nullable(),
});

/** The payment by which somebody has what they have. */
async function paymentOf({ rows }: World, email: string) {
  const found = await rows(`
    select attempts.order_id, captures.id as capture, provider, reference, attempts.subscription_reference as renews
    from captures inner join attempts on attempts.id = captures.attempt_id inner join orders on orders.id = attempts.order_id
    where captures.state = 'kept' and orders.email = '${email.toLowerCase()}'`);
  return z.array(paid).parse(found)[0];
}

/** The operator gives back all of an order or a part of it, by the command for that, and we do not hear from its provider that it did. */
export async function refundByUs(world: World, email: string, chance: Chance): Promise<Done> {
  const payment = await paymentOf(world, email);
  if (payment === undefined) return false;
  const { order_id } = payment;
  const amount = chance.oneIn(2) ? [String(PART)] : [];
  const answers = ["--yes", order_id, "--by", "the rig", "--because", "The seed says so"];
  const { PATH, HOME } = process.env;
  const env = { NODE_ENV: "production", PATH, HOME, ...world.variables } as const;
  const args = ["host/start/launch.mjs", "payments", "refund", order_id, ...amount, ...answers];
  const hearIt = loseRefund(world, payment);
  try {
    await run(process.execPath, args, { cwd: ROOT, env });
    return true;
  } catch (error) {
    hearIt();
    const { stdout, stderr } = ended.parse(error);
    return NOTHING_LEFT.test(stdout) ? false : `a refund of ${order_id} failed: ${stdout}${stderr}`;
  }
}

/** What the command says where the merchant has been there before. */
const NOTHING_LEFT = /has nothing to give back|is kept|can be given back of it/;
const ended = z.object({ stdout: z.string(), stderr: z.string() });

/** The provider gives back, and its answer is lost. @returns what takes that back, where it is not asked to */
function loseRefund({ standIns }: World, { provider, capture }: z.output<typeof paid>): () => void {
  const paths = { so: "/v1/refunds", ps: `/v2/payments/captures/${capture}/refund`, pd: "/adjustments" };
  return standIns[NAMES[provider]].faults.add({ method: "POST", kind: "lost", path: paths[provider] });
}

const NAMES = { so: "stripe", ps: "paypal", pd: "paddle" } as const;

/** The merchant gives back at the provider's own pages. PayPal does not tell of parts of a subscription's payment, so they get all of it. */
export async function refundByOthers(world: World, email: string, chance: Chance): Promise<Done> {
  const payment = await paymentOf(world, email);
  if (payment === undefined) return false;
  const { provider, reference, renews } = payment;
  const isPart = chance.oneIn(2) && !(provider === "ps" && renews !== null);
  const act = { act: "refund", payment: reference, ...(isPart ? { amount: PART } : {}) } as const;
  try {
    world.standIns[NAMES[provider]].act(act);
    return true;
  } catch (error) {
    if (isNothingLeft(error)) return false;
    throw error;
  }
}

/** We were there before. */
function isNothingLeft(error: unknown): boolean {
  if (error instanceof StripeError) return error.code === "charge_already_refunded" || error.param === "amount";
  if (error instanceof PaddleError) return error.code === "adjustment_total_amount_above_remaining_allowed";
  return error instanceof Problem && ["CAPTURE_FULLY_REFUNDED", "REFUND_AMOUNT_EXCEEDED"].includes(error.issue ?? "");
}
