import { expect, it } from "vitest";
import { testDrivers } from "../../tools/live/test-drivers";
import { tryDriver } from "../../tools/live/try-driver";
import { paddleUnderTest } from "../payments/drivers/paddle/paddle-under-test";
import { payPalUnderTest } from "../payments/drivers/paypal/paypal-under-test";
import { choose, type DriverSecrets, type ProviderUnderTest, Trial } from "../payments/drivers/provider-under-test";
import { stripeUnderTest } from "../payments/drivers/stripe/stripe-under-test";

/** What it says when a buyer does this at each page that is shown; undefined: nobody is there. */
async function said(provider: ProviderUnderTest, outcome?: string, secrets?: DriverSecrets) {
  const trial = await Trial.start(provider);
  // The tool's clock is the real one, and so is the stand-in's here.
  trial.time = Date.now();
  const lines: string[] = [];
  const isRight = await tryDriver({
    driver: provider.driver(trial.standIn, secrets),
    say: (line) => lines.push(line),
    showPage: outcome === undefined ? undefined : async (payAt) => void (await choose({ ...PAGE, payAt }, outcome)),
    wait: { most: 0, each: 1 },
  });
  return { isRight, lines, failed: lines.filter((line) => line.includes("FAILED")), trial };
}

const PAGE = { reference: "", expiresAt: 0 };
const DONE = [
  "opens a page that nobody pays",
  "closes it",
  "reads its books",
  "is paid",
  "gives 0.50 back",
  "is ended",
];

it.each([stripeUnderTest, payPalUnderTest, paddleUnderTest])(
  "$name: a driver does all that is asked of it",
  async (provider) => {
    const { isRight, failed, lines, trial } = await said(provider, "pay");
    expect(failed).toEqual([]);
    expect(isRight).toBe(true);
    for (const what of DONE) expect(lines.filter((line) => line.includes(what)).length).toBeGreaterThan(0);
    expect(trial.count("refunds")).toBe(2);
  },
);

it.each([stripeUnderTest, payPalUnderTest, paddleUnderTest])(
  "$name: where nobody is there to pay, nothing is",
  async (provider) => {
    const { isRight, trial } = await said(provider);
    expect(isRight).toBe(true);
    expect([trial.count("opened"), trial.count("captured")]).toEqual([1, 0]);
  },
);

it("a driver without books says that it has none", async () => {
  const trial = await Trial.start(stripeUnderTest);
  const { books: _, ...driver } = stripeUnderTest.driver(trial.standIn);
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  await tryDriver({ driver, say, showPage: undefined, wait: { most: 0, each: 1 } });
  expect(lines.filter((line) => line.includes("books"))).toEqual(["  none    it has no books to compare with"]);
});

it("a page that nobody pays in time is a failure of what follows, and the rest is tried", async () => {
  const { isRight, failed } = await said(stripeUnderTest, "decline");
  expect(isRight).toBe(false);
  expect(failed).toEqual([expect.stringContaining("is paid"), expect.stringContaining("is paid")]);
});

it("keys that the provider does not know are told as such, and are in no line", async () => {
  const { isRight, lines } = await said(stripeUnderTest, "pay", "wrong_key");
  expect(isRight).toBe(false);
  expect(lines.join()).toContain("FAILED  opens a page that nobody pays: Refused");
  expect(lines.join()).not.toContain("wrong_key");
});

it.each([
  [{ PAYMENTS_STRIPE_KEY: "sk_live_abc" }, "must be a test key"],
  [{ PAYMENTS_PADDLE_KEY: "pdl_live_apikey_a" }, "must be a key of Paddle's sandbox"],
  [{ PAYMENTS_PAYPAL_CLIENT_ID: "a", PAYMENTS_PAYPAL_ORIGIN: "https://api-m.paypal.com" }, "must be PayPal's sandbox"],
])("with what would move money nothing is tried: %o", (source, why) => {
  expect(() => testDrivers(source)).toThrow(why);
});

it("drives whichever provider has test keys", () => {
  const keys = { PAYMENTS_STRIPE_KEY: "rk_test_abc", PAYMENTS_PAYPAL_CLIENT_ID: "a", PAYMENTS_PAYPAL_SECRET: "b" };
  const ofPaddle = { PAYMENTS_PADDLE_KEY: "pdl_sdbx_apikey_a", PAYMENTS_PADDLE_PAGE: "https://shop.example/pay" };
  expect(testDrivers({ ...keys, ...ofPaddle }).map(({ code }) => code)).toEqual(["so", "ps", "pd"]);
  expect(testDrivers({})).toEqual([]);
});
