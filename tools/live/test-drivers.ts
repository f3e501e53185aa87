import { z } from "zod";
import type { Driver } from "../../payments/drivers/driver";
import { paddleDriver } from "../../payments/drivers/paddle/driver";
import { payPalDriver } from "../../payments/drivers/paypal/driver";
import { stripeDriver } from "../../payments/drivers/stripe/driver";
import { PADDLE_SANDBOX_ORIGIN, PAYPAL_SANDBOX_ORIGIN, STRIPE_ORIGIN } from "../../payments/environment/variables";

const IS_TEST = "must be a test key, sk_test_… or rk_test_…: with a live one money would move";
const IS_SANDBOX = `must be PayPal's sandbox, ${PAYPAL_SANDBOX_ORIGIN}: elsewhere money would move`;

const variables = z.object({
  PAYMENTS_STRIPE_KEY: z
    .string()
    .regex(/^[rs]k_test_/, IS_TEST)
    .optional(),
  PAYMENTS_STRIPE_ORIGIN: z.url().default(STRIPE_ORIGIN),
  PAYMENTS_PAYPAL_CLIENT_ID: z.string().optional(),
  PAYMENTS_PAYPAL_SECRET: z.string().default(""),
  PAYMENTS_PAYPAL_ORIGIN: z
    .url()
    .refine((origin) => origin === PAYPAL_SANDBOX_ORIGIN || new URL(origin).hostname === "127.0.0.1", IS_SANDBOX)
    .default(PAYPAL_SANDBOX_ORIGIN),
  PAYMENTS_PADDLE_KEY: z
    .string()
    .regex(/^pdl_sdbx_/, "must be a key of Paddle's sandbox, pdl_sdbx_…: with a live one money would move")
    .optional(),
  PAYMENTS_PADDLE_PAGE: z.url().optional(),
  PAYMENTS_PADDLE_ORIGIN: z.url().default(PADDLE_SANDBOX_ORIGIN),
});

/** Drivers of the providers whose test keys are there; they hear no webhooks. @throws z.ZodError where money would move */
export function testDrivers(source: Readonly<Record<string, string | undefined>>): Driver[] {
  const read = variables.parse(source);
  const { PAYMENTS_STRIPE_KEY: secretKey, PAYMENTS_PAYPAL_CLIENT_ID: clientId, PAYMENTS_PADDLE_KEY: apiKey } = read;
  const { PAYMENTS_PADDLE_PAGE: page, PAYMENTS_PADDLE_ORIGIN: apiOrigin } = read;
  const stripe = { webhookSecrets: [], apiOrigin: read.PAYMENTS_STRIPE_ORIGIN };
  const payPal = { clientSecret: read.PAYMENTS_PAYPAL_SECRET, webhookId: "", apiOrigin: read.PAYMENTS_PAYPAL_ORIGIN };
  return [
    ...(secretKey === undefined ? [] : [stripeDriver({ ...stripe, secretKey })]),
    ...(clientId === undefined ? [] : [payPalDriver({ ...payPal, clientId })]),
    ...(apiKey === undefined || page === undefined
      ? []
      : [paddleDriver({ apiKey, page, apiOrigin, webhookSecrets: [] })]),
  ];
}
