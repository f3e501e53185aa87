import { paddleDriver } from "../../../../payments/drivers/paddle/driver";
import { startPaddle } from "../../../../tools/stand-ins/paddle/start";
import type { DriverSecrets, ProviderUnderTest } from "../provider-under-test";

const WEBHOOK_SECRET = "pdl_ntfset_current";
export const paddleKeys = { apiKey: "pdl_sdbx_apikey_of_the_stand_in", webhookSecret: WEBHOOK_SECRET };
const NEXT_SECRET = "pdl_ntfset_next";

const SECRETS: Readonly<Record<DriverSecrets, readonly string[]>> = {
  wrong_key: [WEBHOOK_SECRET],
  only_current: [WEBHOOK_SECRET],
  current_and_next: [NEXT_SECRET, WEBHOOK_SECRET],
  only_next: [NEXT_SECRET],
};

export const paddleUnderTest: ProviderUnderTest = {
  name: "Paddle",
  start: (now) => startPaddle({ ...paddleKeys, now }),
  driver: ({ origin }, secrets = "only_current") =>
    paddleDriver({
      apiKey: secrets === "wrong_key" ? "pdl_sdbx_apikey_wrong_key" : paddleKeys.apiKey,
      webhookSecrets: SECRETS[secrets],
      apiOrigin: origin,
      page: `${origin}/pay`,
    }),
  paths: { open: "/transactions", ask: "/transactions", refund: "/adjustments", books: "/transactions" },
  counts: {
    opened: "select count(*) as n from things where kind = 'transaction'",
    captured:
      "select count(*) as n from things where kind = 'transaction' and json_extract(json, '$.status') = 'completed'",
    refunds: "select count(*) as n from things where kind = 'adjustment'",
  },
  money: [
    { amount: 1500, currency: "JPY" },
    { amount: 0.99, currency: "USD" },
    { amount: 49.9, currency: "EUR" },
  ],
  hasOtherAmount: true,
  wantsEvidence: false,
  hasWindow: true,
  hasSecrets: true,
};
