import { randomBytes } from "node:crypto";
import { startPayPal } from "./paypal/start";
import { startStripe } from "./stripe/start";

/**
 * `npm run stand-ins`: the providers' stand-ins on loopback, until it is stopped. It prints the variables with which the payments API uses
 * them. Their secrets are made anew each time: they open nothing else.
 * PAYMENTS_ORIGIN: where the payments API takes webhooks; missing: they are not sent. STAND_INS_BOOKS: a folder that keeps their books.
 */
const secret = (prefix: string): string => `${prefix}${randomBytes(16).toString("hex")}`;
const { PAYMENTS_ORIGIN, STAND_INS_BOOKS } = process.env;
const hook = (driver: string) => PAYMENTS_ORIGIN && new URL(`/hooks/${driver}`, PAYMENTS_ORIGIN).href;
const books = (name: string) => (STAND_INS_BOOKS ? `${STAND_INS_BOOKS}/${name}.db` : ":memory:");

async function startAll() {
  const secretKey = secret("sk_test_");
  const webhookSecret = secret("whsec_");
  const stripe = await startStripe({ secretKey, webhookSecret, webhookUrl: hook("stripe"), books: books("stripe") });
  const wallet = { clientId: secret("client_"), clientSecret: secret("secret_"), webhookId: "4JH86294D6297924G" };
  const paypal = await startPayPal({ ...wallet, webhookUrl: hook("paypal"), file: books("paypal") });
  const variables = {
    PAYMENTS_PAYPAL_ORIGIN: paypal.origin,
    PAYMENTS_PAYPAL_CLIENT_ID: wallet.clientId,
    PAYMENTS_PAYPAL_SECRET: wallet.clientSecret,
    PAYMENTS_PAYPAL_WEBHOOK_ID: wallet.webhookId,
    PAYMENTS_STRIPE_ORIGIN: stripe.origin,
    PAYMENTS_STRIPE_KEY: secretKey,
    PAYMENTS_STRIPE_WEBHOOK_SECRETS: webhookSecret,
  };
  return { variables, standIns: [stripe, paypal] };
}

const { variables, standIns } = await startAll();
for (const [name, value] of Object.entries(variables)) process.stdout.write(`${name}=${value}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void Promise.all(standIns.map((standIn) => standIn.close())));
