import { stripeDriver } from "../../../../payments/drivers/stripe/driver";
import { startStripe } from "../../../../tools/stand-ins/stripe/start";
import type { DriverSecrets, ProviderUnderTest } from "../provider-under-test";

const SECRET_KEY = "sk_test_of_the_stand_in";
const WEBHOOK_SECRET = "whsec_current";
const NEXT_SECRET = "whsec_next";

const SECRETS: Readonly<Record<DriverSecrets, readonly string[]>> = {
  wrong_key: [WEBHOOK_SECRET],
  only_current: [WEBHOOK_SECRET],
  current_and_next: [NEXT_SECRET, WEBHOOK_SECRET],
  only_next: [NEXT_SECRET],
};

export const stripeUnderTest: ProviderUnderTest = {
  name: "Stripe",
  start: (now) => startStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, now }),
  driver: ({ origin }, secrets = "only_current") =>
    stripeDriver({
      secretKey: secrets === "wrong_key" ? "sk_test_wrong_key" : SECRET_KEY,
      webhookSecrets: SECRETS[secrets],
      apiOrigin: origin,
      statement: "SHOP* VPN",
    }),
  paths: {
    open: "/v1/checkout/sessions",
    ask: "/v1/checkout/sessions",
    refund: "/v1/refunds",
    books: "/v1/balance_transactions",
  },
  counts: {
    opened: "select count(*) as n from objects where kind = 'checkout.session'",
    captured: "select count(*) as n from objects where kind = 'charge' and json_extract(json, '$.paid')",
    refunds: "select count(*) as n from objects where kind = 'refund'",
  },
  money: [
    { amount: 1500, currency: "JPY" },
    { amount: 0.5, currency: "USD" },
    { amount: 3.75, currency: "KWD" },
    { amount: 500, currency: "ISK" },
  ],
  hasOtherAmount: false,
  wantsEvidence: true,
  hasWindow: true,
  hasSecrets: true,
};
