import { payPalDriver } from "../../../../payments/drivers/paypal/driver";
import { startPayPal } from "../../../../tools/stand-ins/paypal/start";
import type { ProviderUnderTest } from "../provider-under-test";

export const ACCOUNT = {
  clientId: "client_of_the_stand_in",
  clientSecret: "secret_of_the_stand_in",
  webhookId: "4JH86294D6297924G",
};

export const payPalUnderTest: ProviderUnderTest = {
  name: "PayPal",
  start: (now) => startPayPal({ ...ACCOUNT, now }),
  driver: ({ origin }, secrets = "only_current") =>
    payPalDriver({
      ...ACCOUNT,
      clientSecret: secrets === "wrong_key" ? "wrong_key" : ACCOUNT.clientSecret,
      apiOrigin: origin,
    }),
  paths: {
    open: "/v2/checkout/orders",
    ask: "/v2/checkout/orders",
    refund: "/v2/payments/captures",
    books: "/v1/reporting/transactions",
  },
  counts: {
    opened: "select count(*) as n from things where kind = 'order'",
    captured: "select count(*) as n from things where kind = 'capture'",
    refunds: "select coalesce(sum(json_array_length(json, '$.refunds')), 0) as n from things where kind = 'capture'",
  },
  money: [
    { amount: 0.5, currency: "USD" },
    { amount: 1500, currency: "JPY" },
    { amount: 4990, currency: "HUF" },
    { amount: 12.3, currency: "EUR" },
  ],
  hasOtherAmount: false,
  // Its webhooks are taken for three days: see signature.test.ts.
  wantsEvidence: true,
  hasWindow: false,
  hasSecrets: false,
};
