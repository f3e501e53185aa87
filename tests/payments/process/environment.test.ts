import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EnvError } from "~/environment/env-error";
import { pageHosts } from "../../../payments/drivers/configured-drivers";
import { readEnvironment } from "../../../payments/environment/read-environment";
import { temporaryFolder } from "../../setup/temporary-folder";
import { LEAST, LIVE, PADDLE, PAYPAL } from "./variables";

type Variables = Record<string, string | undefined>;

function mistakesOf(source: Variables): string[] {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof EnvError) return error.mistakes;
    throw error;
  }
  return [];
}
const namesOf = (source: Variables) => mistakesOf(source).map((mistake) => mistake.slice(0, mistake.indexOf(":")));

it("a catalogue, a provider and the site's secrets are enough on this machine", () => {
  expect(readEnvironment(LEAST)).toMatchObject({
    host: "127.0.0.1",
    port: 3001,
    siteOrigin: "http://localhost:3000",
    isTest: true,
    payPal: undefined,
    recaptcha: undefined,
    siteProofs: { kind: "checked" },
  });
});

it("all mistakes are told at once", () => {
  const source = {
    PAYMENTS_PORT: "abc",
    PAYMENTS_STRIPE_KEY: "pk_live_public",
    PAYMENTS_ORIGIN: "http://payments.shop.example",
    PAYMENTS_PAYPAL_CLIENT_ID: "app",
    PAYMENTS_RECAPTCHA_SITE_KEY: "key",
  };
  expect(namesOf(source).toSorted()).toEqual([
    "PAYMENTS_CATALOGUE",
    "PAYMENTS_ORIGIN",
    "PAYMENTS_PAYPAL_SECRET",
    "PAYMENTS_PAYPAL_WEBHOOK_ID",
    "PAYMENTS_PORT",
    "PAYMENTS_RECAPTCHA_SECRET",
    "PAYMENTS_STRIPE_KEY",
    "SESSION_SECRETS",
  ]);
});

it("no mistake shows the secret that has it", () => {
  const wrong = { ...LEAST, PAYMENTS_STRIPE_KEY: "hunter2", PAYMENTS_STRIPE_WEBHOOK_SECRETS: "hunter2" };
  expect(mistakesOf(wrong)).toHaveLength(2);
  expect(mistakesOf(wrong).join()).not.toContain("hunter2");
});

it("without a provider nobody could pay", () => {
  const none = { ...LEAST, PAYMENTS_STRIPE_KEY: "", PAYMENTS_STRIPE_WEBHOOK_SECRETS: "" };
  expect(namesOf(none)).toEqual(["PAYMENTS_STRIPE_KEY"]);
  expect(namesOf({ ...none, ...PAYPAL, PAYMENTS_PAYPAL_ORIGIN: "https://api-m.sandbox.paypal.com" })).toEqual([]);
  expect(namesOf({ ...none, ...PADDLE })).toEqual([]);
});

it.each([
  ["a key without what its webhooks are signed with", { PAYMENTS_STRIPE_WEBHOOK_SECRETS: "" }],
  ["a secret of webhooks without a key", { PAYMENTS_STRIPE_KEY: "" }],
])("%s is a mistake", (_what, change) => {
  expect(namesOf({ ...LEAST, ...PAYPAL, PAYMENTS_PAYPAL_ORIGIN: "http://127.0.0.1:4000", ...change })).toEqual(
    Object.keys(change),
  );
});

it("a live key goes to Stripe only", () => {
  expect(mistakesOf(LIVE)).toEqual([]);
  expect(namesOf({ ...LIVE, PAYMENTS_STRIPE_ORIGIN: "https://stripe.evil.example" })).toEqual([
    "PAYMENTS_STRIPE_ORIGIN",
  ]);
  expect(namesOf({ ...LEAST, ...PAYPAL, PAYMENTS_PAYPAL_ORIGIN: "https://paypal.evil.example" })).toEqual([
    "PAYMENTS_PAYPAL_ORIGIN",
  ]);
});

it("Paddle's API is the key's own: the sandbox, or the live one, and a stand-in gets no live key", () => {
  const stand = { PAYMENTS_PADDLE_ORIGIN: "http://127.0.0.1:4012" };
  const live = { ...LIVE, ...PADDLE, PAYMENTS_PADDLE_KEY: "pdl_live_apikey_01abc" };
  expect(readEnvironment({ ...LEAST, ...PADDLE }).paddle?.apiOrigin).toBe("https://sandbox-api.paddle.com");
  expect(readEnvironment({ ...LEAST, ...PADDLE, ...stand }).paddle?.apiOrigin).toBe("http://127.0.0.1:4012");
  expect(readEnvironment(live).paddle?.apiOrigin).toBe("https://api.paddle.com");
  for (const PAYMENTS_PADDLE_ORIGIN of [stand.PAYMENTS_PADDLE_ORIGIN, "https://sandbox-api.paddle.com"])
    expect(namesOf({ ...live, PAYMENTS_PADDLE_ORIGIN })).toEqual(["PAYMENTS_PADDLE_ORIGIN"]);
  const elsewhere = { PAYMENTS_PADDLE_ORIGIN: "https://paddle.evil.example" };
  expect(namesOf({ ...LEAST, ...PADDLE, ...elsewhere })).toEqual(["PAYMENTS_PADDLE_ORIGIN"]);
});

it("without a page to pay at, or what its webhooks are signed with, Paddle cannot be used", () => {
  expect(namesOf({ ...LEAST, ...PADDLE, PAYMENTS_PADDLE_PAGE: "", PAYMENTS_PADDLE_WEBHOOK_SECRETS: "" })).toEqual([
    "PAYMENTS_PADDLE_WEBHOOK_SECRETS",
    "PAYMENTS_PADDLE_PAGE",
  ]);
  expect(namesOf({ ...LEAST, ...PADDLE, PAYMENTS_PADDLE_PAGE: "http://shop.example/pay" })).toEqual([
    "PAYMENTS_PADDLE_PAGE",
  ]);
});

it("one provider that takes money beside one that does not is a mistake", () => {
  expect(namesOf({ ...LEAST, ...PAYPAL })).toEqual(["PAYMENTS_PAYPAL_ORIGIN"]);
  expect(namesOf({ ...LIVE, ...PAYPAL })).toEqual([]);
  expect(namesOf({ ...LIVE, ...PADDLE })).toEqual(["PAYMENTS_PADDLE_KEY"]);
});

it("a site for others needs an address that providers reach, by https", () => {
  expect(namesOf({ ...LIVE, PAYMENTS_ORIGIN: "" })).toEqual(["PAYMENTS_ORIGIN"]);
  expect(namesOf({ ...LIVE, PAYMENTS_ORIGIN: "http://payments.shop.example" })).toEqual(["PAYMENTS_ORIGIN"]);
  expect(namesOf({ ...LIVE, SITE_ORIGIN: "http://pay.shop.example" })).toEqual(["SITE_ORIGIN"]);
  expect(mistakesOf({ ...LEAST, PAYMENTS_ORIGIN: "http://localhost:3001" })).toEqual([]);
});

it("the site's proofs are taken unseen only where that is said", () => {
  expect(namesOf({ ...LEAST, SESSION_SECRETS: "" })).toEqual(["SESSION_SECRETS"]);
  const accepting = { ...LEAST, SESSION_SECRETS: "", PAYMENTS_SITE_PROOFS: "accepted" };
  expect(readEnvironment(accepting).siteProofs).toEqual({ kind: "accepted" });
});

it("a secret can come from a file", () => {
  const file = join(temporaryFolder("payments"), "key");
  writeFileSync(file, "rk_test_from_a_file\n");
  const { PAYMENTS_STRIPE_KEY: key, ...others } = LEAST;
  const read = readEnvironment({ ...others, PAYMENTS_STRIPE_KEY_FILE: file });
  expect(read.stripe?.secretKey).toBe("rk_test_from_a_file");
  expect(namesOf({ ...others, PAYMENTS_STRIPE_KEY: key, PAYMENTS_STRIPE_KEY_FILE: file })).toEqual([
    "PAYMENTS_STRIPE_KEY_FILE",
  ]);
  expect(namesOf({ ...others, PAYMENTS_STRIPE_KEY_FILE: `${file}.missing` })).toContain("PAYMENTS_STRIPE_KEY_FILE");
});

it("a name that is nearly one of ours is told", () => {
  expect(mistakesOf({ ...LEAST, PAYMENT_ORIGIN: "https://payments.shop.example" })).toEqual([
    "PAYMENT_ORIGIN: is not read; write PAYMENTS_ORIGIN",
  ]);
});

it("the operator's own servers are told, may call, and share a key of links with their apps", () => {
  const key = "a-key-of-links-that-has-32-letters";
  const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
  const url = "http://vpn.internal/entitlements";
  const own = { PAYMENTS_ENTITLEMENTS_URL: url, PAYMENTS_ENTITLEMENTS_SECRETS: secret, PAYMENTS_OPERATOR_KEY: key };
  expect(readEnvironment({ ...LEAST, ...own, PAYMENTS_LINK_KEYS: key })).toMatchObject({
    entitlements: { url, secrets: [secret] },
    operatorKey: key,
    linkKeys: { current: key, previous: key },
  });
  expect(namesOf({ ...LEAST, ...own, PAYMENTS_ENTITLEMENTS_SECRETS: "" })).toEqual(["PAYMENTS_ENTITLEMENTS_SECRETS"]);
  expect(namesOf({ ...LEAST, PAYMENTS_LINK_KEYS: "short", PAYMENTS_OPERATOR_KEY: "short" })).toHaveLength(2);
});

it("the site is told where the pages of its providers are", () => {
  expect(pageHosts(readEnvironment({ ...LIVE, ...PAYPAL }))).toEqual(["checkout.stripe.com", "www.paypal.com"]);
  const trying = { ...LEAST, PAYMENTS_STRIPE_ORIGIN: "http://127.0.0.1:4010", ...PAYPAL };
  const origin = "https://api-m.sandbox.paypal.com";
  expect(pageHosts(readEnvironment({ ...trying, PAYMENTS_PAYPAL_ORIGIN: origin }))).toEqual([
    "127.0.0.1:4010",
    "www.sandbox.paypal.com",
  ]);
  expect(pageHosts(readEnvironment({ ...LEAST, ...PADDLE }))).toEqual(["checkout.stripe.com", "sandbox-pay.paddle.io"]);
});

it("the operator's rules have defaults, and are told where they cannot be", () => {
  const settings = {
    ...{ grace_days: 3, reminder_days: "0,2,6", notice_days: "trial:7,2months:30,card:14" },
    ...{ dispute_access: "keep", first_user_id: 1 },
  };
  expect(readEnvironment(LEAST).settings).toEqual(settings);
  const rules = {
    PAYMENTS_GRACE_DAYS: "0",
    PAYMENTS_REMINDER_DAYS: "1",
    PAYMENTS_NOTICE_DAYS: "trial:3,1month:3",
    PAYMENTS_DISPUTE_ACCESS: "pause",
    PAYMENTS_FIRST_USER_ID: "5000000000",
  };
  const chosen = {
    ...{ grace_days: 0, reminder_days: "1", notice_days: "trial:3,1month:3" },
    ...{ dispute_access: "pause", first_user_id: 5_000_000_000 },
  };
  expect(readEnvironment({ ...LEAST, ...rules }).settings).toEqual(chosen);
  const wrong = { PAYMENTS_GRACE_DAYS: "-1", PAYMENTS_DISPUTE_ACCESS: "stop", PAYMENTS_FIRST_USER_ID: "1e20" };
  expect(namesOf({ ...LEAST, ...wrong })).toEqual(Object.keys(wrong));
  for (const PAYMENTS_REMINDER_DAYS of ["daily", "3,1", "2,2", "0,61", "0, 2"])
    expect(namesOf({ ...LEAST, PAYMENTS_REMINDER_DAYS })).toEqual(["PAYMENTS_REMINDER_DAYS"]);
  for (const PAYMENTS_NOTICE_DAYS of [
    "7",
    "trial:1",
    "1month:28",
    "2months:91",
    "trial:7,trial:3",
    "trial:7, 2months:30",
  ])
    expect(namesOf({ ...LEAST, PAYMENTS_NOTICE_DAYS })).toEqual(["PAYMENTS_NOTICE_DAYS"]);
});

it("the operator's page has one way in, for people who are named", () => {
  const openId = {
    PAYMENTS_OPERATOR_OIDC_ISSUER: "https://login.shop.example",
    PAYMENTS_OPERATOR_OIDC_CLIENT_ID: "payments",
    PAYMENTS_OPERATOR_OIDC_CLIENT_SECRET: "secret",
  };
  const proxy = { PAYMENTS_OPERATOR_HEADER: "X-Forwarded-Email", PAYMENTS_OPERATOR_PROXY_SECRET: "s".repeat(32) };
  const people = { PAYMENTS_OPERATOR_PEOPLE: "kim@shop.example" };
  expect(readEnvironment(LEAST).operatorPage).toBeUndefined();
  expect(readEnvironment({ ...LEAST, ...openId, ...people }).operatorPage?.wayIn.kind).toBe("openid");
  expect(readEnvironment({ ...LEAST, ...proxy, ...people }).operatorPage?.wayIn.kind).toBe("proxy");
  for (const [given, wrong] of [
    [{ ...openId, ...proxy, ...people }, "PAYMENTS_OPERATOR_HEADER"],
    [openId, "PAYMENTS_OPERATOR_PEOPLE"],
    [proxy, "PAYMENTS_OPERATOR_PEOPLE"],
    [people, "PAYMENTS_OPERATOR_PEOPLE"],
    [{ ...proxy, PAYMENTS_OPERATOR_PEOPLE: "groups:payments" }, "PAYMENTS_OPERATOR_PEOPLE"],
    [{ ...proxy, ...people, PAYMENTS_OPERATOR_PROXY_SECRET: "" }, "PAYMENTS_OPERATOR_PROXY_SECRET"],
    [
      { ...openId, ...people, PAYMENTS_OPERATOR_OIDC_ISSUER: "http://login.shop.example" },
      "PAYMENTS_OPERATOR_OIDC_ISSUER",
    ],
    [{ ...openId, ...people, PAYMENTS_OPERATOR_ORIGIN: "http://shop.example" }, "PAYMENTS_OPERATOR_ORIGIN"],
  ] as const)
    expect(namesOf({ ...LEAST, ...given })).toEqual([wrong]);
});
