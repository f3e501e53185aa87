import { randomBytes } from "node:crypto";
import { startPaddle } from "./paddle/start";
import { startPayPal } from "./paypal/start";
import type { StandIn } from "./server";
import { startStripe } from "./stripe/start";

export const STAND_INS = ["stripe", "paypal", "paddle"] as const;

export interface StandIns extends Record<(typeof STAND_INS)[number], StandIn> {
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
  const merchant = { apiKey: secret("pdl_sdbx_apikey_"), webhookSecret: secret("pdl_ntfset_") };
  const paddle = await startPaddle({ ...merchant, webhookUrl: hook("paddle"), file: books("paddle") });
  const variables = {
    PAYMENTS_PADDLE_ORIGIN: paddle.origin,
    PAYMENTS_PADDLE_KEY: merchant.apiKey,
    PAYMENTS_PADDLE_WEBHOOK_SECRETS: merchant.webhookSecret,
    PAYMENTS_PADDLE_PAGE: `${paddle.origin}/checkout/hsc_of_the_stand_in`,
    PAYMENTS_PAYPAL_ORIGIN: paypal.origin,
    PAYMENTS_PAYPAL_CLIENT_ID: wallet.clientId,
    PAYMENTS_PAYPAL_SECRET: wallet.clientSecret,
    PAYMENTS_PAYPAL_WEBHOOK_ID: wallet.webhookId,
    PAYMENTS_STRIPE_ORIGIN: stripe.origin,
    PAYMENTS_STRIPE_KEY: secretKey,
    PAYMENTS_STRIPE_WEBHOOK_SECRETS: webhookSecret,
  };
  const close = async () => void (await Promise.all([stripe.close(), paypal.close(), paddle.close()]));
  return { stripe, paypal, paddle, variables, close };
}
