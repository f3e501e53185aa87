import { parseArgs } from "node:util";
import { z } from "zod";
import { testDrivers } from "./test-drivers";
import { tryDriver } from "./try-driver";

/**
 * `npm run providers:live`: drives the real drivers against the providers' own test systems, for whoever has test keys and a network.
 * NOBODY HAS RUN IT AGAINST THEM YET: where it was written there are neither. It was tried with the stand-ins only.
 */
const USAGE = `usage: npm run providers:live -- [--alone] [--minutes 10]
With test keys of one provider or more in the environment, as docs/configuration.md names them: PAYMENTS_STRIPE_KEY (sk_test_… or
rk_test_…), PAYMENTS_PAYPAL_CLIENT_ID and PAYMENTS_PAYPAL_SECRET (of a sandbox app), PAYMENTS_PADDLE_KEY (pdl_sdbx_…) and
PAYMENTS_PADDLE_PAGE. Live keys are refused.
  --alone        only what needs nobody who pays: open, find, ask, close, books
  --minutes <n>  for how long a page that is shown may take to be paid
Nobody has run this against the real providers yet. It ends with 1 where something is not as it has to be.
`;

const HOW_TO_PAY = `          Pay there now. Stripe: card 4242 4242 4242 4242, any later date, any code; its page cannot be paid by API.
          PayPal: as a personal account of developer.paypal.com → Testing tools → Sandbox accounts.
          Paddle: card 4242 4242 4242 4242, any name, any later date, 100. Its sandbox agrees to refunds every ten minutes only.`;

const WEBHOOKS = `Webhooks come from outside, so they are seen elsewhere: start payments, register <PAYMENTS_ORIGIN>/hooks/… (docs/payments.md),
send a test event from the provider's dashboard, and look at what it was answered. 200: the secret (Stripe, Paddle) or the webhook's id (PayPal)
fits. 400: it does not.
`;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const showPage = async (page: string) => say(`  PAY     ${page}\n${HOW_TO_PAY}`);
const options = { alone: { type: "boolean", default: false }, minutes: { type: "string", default: "10" } } as const;

/** @returns the exit code */
async function main(): Promise<number> {
  const { alone, minutes } = parseArgs({ options }).values;
  const drivers = testDrivers(process.env);
  if (drivers.length === 0) throw new Error("No test keys are there.");
  const wait = { most: z.coerce.number().positive().parse(minutes) * 60_000, each: 3_000 };
  const failed: string[] = [];
  for (const driver of drivers) {
    say(driver.name);
    if (!(await tryDriver({ driver, say, wait, showPage: alone ? undefined : showPage }))) failed.push(driver.name);
  }
  say(`${WEBHOOKS}\n${failed.length === 0 ? "All was as it has to be." : `Not as it has to be: ${failed.join(", ")}`}`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : error}\n\n${USAGE}`);
  return 2;
});
