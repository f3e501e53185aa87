import { randomBytes } from "node:crypto";

/** The least with which the payments API of a site on this machine is set up. */
export const LEAST = {
  PAYMENTS_CATALOGUE: "catalogue.json",
  PAYMENTS_STRIPE_KEY: "sk_test_abc",
  PAYMENTS_STRIPE_WEBHOOK_SECRETS: "whsec_abc",
  SESSION_SECRETS: randomBytes(36).toString("base64"),
};

export const PAYPAL = {
  PAYMENTS_PAYPAL_CLIENT_ID: "app",
  PAYMENTS_PAYPAL_SECRET: "secret-of-the-app",
  PAYMENTS_PAYPAL_WEBHOOK_ID: "hook",
};

export const PADDLE = {
  PAYMENTS_PADDLE_KEY: "pdl_sdbx_apikey_01abc",
  PAYMENTS_PADDLE_WEBHOOK_SECRETS: "pdl_ntfset_01abc",
  PAYMENTS_PADDLE_PAGE: "https://sandbox-pay.paddle.io/hsc_01abc",
};

export const LIVE = {
  ...LEAST,
  PAYMENTS_STRIPE_KEY: "rk_live_abc",
  PAYMENTS_ORIGIN: "https://payments.shop.example",
  SITE_ORIGIN: "https://pay.shop.example",
};
