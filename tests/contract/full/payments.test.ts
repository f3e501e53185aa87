import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { readEnvironment } from "../../../payments/environment/read-environment";
import { runPayments } from "../../../payments/run";
import { hasFailed, reportOn } from "../../../tools/contract/report";
import { startPaddle } from "../../../tools/stand-ins/paddle/start";
import { startPayPal } from "../../../tools/stand-ins/paypal/start";
import { startStripe } from "../../../tools/stand-ins/stripe/start";
import { temporaryFolder } from "../../setup/temporary-folder";

const site = "http://localhost:3000";
const stripeKeys = { secretKey: "sk_test_of_the_stand_in", webhookSecret: "whsec_of_the_stand_in" };
const paddleKeys = { apiKey: "pdl_sdbx_apikey_of_the_stand_in", webhookSecret: "pdl_ntfset_of_the_stand_in" };
const payPalKeys = { clientId: "client", clientSecret: "secret-of-the-client", webhookId: "4JH86294D6297924G" };

/** The catalogue that we ship, and what lets the check buy for nothing: a coupon, and a trial that asks for no way to pay. */
function catalogueIn(folder: string): string {
  const shipped = z
    .looseObject({ plans: z.array(z.looseObject({})), coupons: z.array(z.looseObject({})) })
    .parse(JSON.parse(readFileSync("deploy/catalogue.example.json", "utf8")));
  const [plan] = shipped.plans;
  const tried = { ...plan, id: "tried", product_id: 1009, trial: { days: 7, price: 0, without_method: true } };
  const file = join(folder, "catalogue.json");
  const plans = [...shipped.plans, tried];
  writeFileSync(
    file,
    JSON.stringify({ ...shipped, plans, coupons: [...shipped.coupons, { id: "FREE100", percent: 100 }] }),
  );
  return file;
}

/** Payments as `npm run payments` has them, with every setting that a buyer sees something of. */
async function running(): Promise<string> {
  const [stripe, payPal, paddle] = await Promise.all([
    startStripe(stripeKeys),
    startPayPal(payPalKeys),
    startPaddle(paddleKeys),
  ]);
  const folder = temporaryFolder("payments-contract");
  const environment = readEnvironment({
    PAYMENTS_CATALOGUE: catalogueIn(folder),
    PAYMENTS_DATA_DIR: join(folder, "data"),
    PAYMENTS_PORT: "0",
    PAYMENTS_SITE_PROOFS: "accepted",
    PAYMENTS_RECAPTCHA_SITE_KEY: "site-key",
    PAYMENTS_RECAPTCHA_SECRET: "secret-key",
    PAYMENTS_STRIPE_KEY: stripeKeys.secretKey,
    PAYMENTS_STRIPE_WEBHOOK_SECRETS: stripeKeys.webhookSecret,
    PAYMENTS_STRIPE_ORIGIN: stripe.origin,
    PAYMENTS_PAYPAL_CLIENT_ID: payPalKeys.clientId,
    PAYMENTS_PAYPAL_SECRET: payPalKeys.clientSecret,
    PAYMENTS_PAYPAL_WEBHOOK_ID: payPalKeys.webhookId,
    PAYMENTS_PAYPAL_ORIGIN: payPal.origin,
    PAYMENTS_PADDLE_KEY: paddleKeys.apiKey,
    PAYMENTS_PADDLE_WEBHOOK_SECRETS: paddleKeys.webhookSecret,
    PAYMENTS_PADDLE_PAGE: `${paddle.origin}/checkout/hsc_of_the_stand_in`,
    PAYMENTS_PADDLE_ORIGIN: paddle.origin,
    SITE_ORIGIN: site,
  });
  const payments = await runPayments(environment, pino({ level: "silent" }));
  onTestFinished(async () => {
    await payments.close();
    await Promise.all([stripe.close(), payPal.close(), paddle.close()]);
  });
  return payments.origin;
}

it("our own payments API keeps the whole contract: nothing is dangerous and nothing is missing", async () => {
  const report = await reportOn({ base: await running(), site });
  const namesIn = (state: string) => report.findings.filter((one) => one.state === state).map(({ name }) => name);
  // A hosted checkout is a page of its own, never a frame.
  expect(namesIn("not so")).toEqual(["common/params: paddle"]);
  expect(hasFailed(report)).toBe(false);
  // What cannot be seen is of providers that it has no driver for yet, but for one thing that nobody needs there.
  const others = /^(rz|rb): |^common\/params: (paddle|razorpay)$|^so: (another provider's form|answers about an order)/;
  expect(namesIn("not tried").filter((name) => !others.test(name))).toEqual(["order_live: link_sent"]);
});
