import { expect, it } from "vitest";
import { EnvError } from "~/environment/env-error";
import { modeOf } from "../../../host/start/addresses";
import { readAllVariables } from "../../../host/start/payments/check-variables";
import { LEAST, LIVE } from "./variables";

const { SITE_ORIGIN, ...payments } = LIVE;
const PRODUCTION = {
  ...payments,
  PUBLIC_ORIGIN: SITE_ORIGIN,
  PRODUCTION_ORIGINS: SITE_ORIGIN,
  ALLOWED_HOSTS: new URL(SITE_ORIGIN).host,
};

function namesOf(source: Record<string, string>): string[] {
  try {
    readAllVariables(source);
  } catch (error) {
    if (error instanceof EnvError) return error.mistakes.map((mistake) => mistake.slice(0, mistake.indexOf(":")));
    throw error;
  }
  return [];
}

it("a site in production may start our own payments API, and needs no hosts of payment pages then", () => {
  expect(readAllVariables(PRODUCTION)).toMatchObject({ isProduction: true, hasPayments: true, redirectHosts: [] });
  expect(modeOf(readAllVariables(PRODUCTION))).toMatch(/^production: .* Money moves$/);
});

it("without a catalogue it is refused, as before", () => {
  expect(namesOf({ ...PRODUCTION, PAYMENTS_CATALOGUE: "" })).toEqual(["API_BASE_URL", "REDIRECT_HOSTS"]);
});

it("test keys sell nothing in production", () => {
  expect(namesOf({ ...PRODUCTION, PAYMENTS_STRIPE_KEY: LEAST.PAYMENTS_STRIPE_KEY })).toEqual(["PRODUCTION_ORIGINS"]);
});

it("live keys are no test", () => {
  const test = { ...PRODUCTION, PRODUCTION_ORIGINS: "", PAYMENTS_TEST_MODE: "1" };
  expect(namesOf(test)).toEqual(["PAYMENTS_TEST_MODE"]);
  expect(namesOf({ ...test, PAYMENTS_STRIPE_KEY: LEAST.PAYMENTS_STRIPE_KEY })).toEqual([]);
});

it("a site for others says whether it is in production or a test", () => {
  expect(namesOf({ ...PRODUCTION, PRODUCTION_ORIGINS: "" })).toEqual(["PRODUCTION_ORIGINS"]);
});

it("what is wrong with the site and with its payments API is told at once", () => {
  const source = { ...PRODUCTION, ALLOWED_HOSTS: "", PAYMENTS_ORIGIN: "", PAYMENTS_STRIPE_WEBHOOK_SECRETS: "" };
  expect(namesOf(source).toSorted()).toEqual(["ALLOWED_HOSTS", "PAYMENTS_ORIGIN", "PAYMENTS_STRIPE_WEBHOOK_SECRETS"]);
});

it("on this machine the secrets are made at the start", () => {
  expect(namesOf({ ...LEAST, SESSION_SECRETS: "" })).toEqual([]);
});

it("with API_BASE_URL, payments run elsewhere, and nothing of them is asked here", () => {
  const source = {
    ...PRODUCTION,
    API_BASE_URL: "https://payments.shop.example",
    REDIRECT_HOSTS: "checkout.stripe.com",
  };
  expect(namesOf({ ...source, PAYMENTS_STRIPE_KEY: "" })).toEqual([]);
});
