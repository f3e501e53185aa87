import { randomBytes } from "node:crypto";
import { startPayPal } from "./paypal/start";
import type { StandIn } from "./server";
import { startStripe } from "./stripe/start";

export interface StandIns {
  stripe: StandIn;
  paypal: StandIn;
  /** With which the payments API uses them. */
  variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const secret = (prefix: string): string => `${prefix}${randomBytes(16).toString("hex")}`;

/**
 * All stand-ins, on free ports. Their secrets are made anew each time: they open nothing else.
 * @param paymentsOrigin where the payments API takes webhooks; undefined: they are not sent
 * @param folder keeps their books; undefined: in memory
 */
export async function startStandIns(paymentsOrigin?: string, folder?: string): Promise<StandIns> {
  const hook = (driver: string) => paymentsOrigin && new URL(`/hooks/${driver}`, paymentsOrigin).href;
  const books = (name: string) => (folder ? `${folder}/${name}.db` : ":memory:");
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
  const close = async () => void (await Promise.all([stripe.close(), paypal.close()]));
  return { stripe, paypal, variables, close };
}
