import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Delivery } from "../../../../payments/drivers/driver";
import { ForgedDelivery, OutcomeUnknown } from "../../../../payments/drivers/errors";
import { payPalDriver } from "../../../../payments/drivers/paypal/driver";
import { PAYPAL_ORIGIN } from "../../../../payments/environment/variables";
import { selfSigned } from "../../../../tools/stand-ins/paypal/certificate";
import { upstream } from "../../../mocks/server";
import { DAY, START, Trial } from "../provider-under-test";
import { ACCOUNT, payPalUnderTest } from "./paypal-under-test";

const MINUTE = 60_000;

async function rung() {
  const trial = await Trial.start(payPalUnderTest);
  await trial.pay({}, "pay");
  const [delivery] = trial.deliveries();
  if (delivery === undefined) throw new Error("Nobody rang");
  const withHeader = (name: string, value: string): Delivery => ({
    body: delivery.body,
    headers: { ...delivery.headers, [`paypal-${name}`]: value },
  });
  return { trial, delivery, withHeader, driver: trial.driver };
}

it.each([0, 4 * MINUTE, -(3 * DAY)])("a webhook is genuine %i ms after our time", async (ahead) => {
  const { trial, delivery, driver } = await rung();
  trial.time -= ahead;
  await expect(driver.hear(delivery, trial.call)).resolves.toMatchObject({ kind: "CHECKOUT.ORDER.APPROVED" });
});

it.each([6 * MINUTE, -(3 * DAY + 6 * MINUTE)])("a webhook is forged %i ms after our time", async (ahead) => {
  const { trial, delivery, driver } = await rung();
  trial.time -= ahead;
  await expect(driver.hear(delivery, trial.call)).rejects.toThrow(ForgedDelivery);
});

it("a webhook for another webhook's id is forged", async () => {
  const { trial, delivery } = await rung();
  const other = payPalDriver({ ...ACCOUNT, webhookId: "ANOTHER", apiOrigin: trial.standIn.origin });
  await expect(other.hear(delivery, trial.call)).rejects.toThrow(ForgedDelivery);
});

it.each([
  ["auth-algo", "SHA1withRSA"],
  ["transmission-id", "another"],
  ["cert-url", "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1"],
  ["cert-url", "http://api.paypal.com/v1/notifications/certs/CERT-1"],
  ["cert-url", "https://user@api.paypal.com/v1/notifications/certs/CERT-1"],
  ["cert-url", "no address"],
])("a webhook with another %s is forged, and nobody else is asked: %s", async (name, value) => {
  const { trial, withHeader, driver } = await rung();
  await expect(driver.hear(withHeader(name, value), trial.call)).rejects.toThrow(ForgedDelivery);
});

it.each([
  "/v1/notifications/certs/../../checkout",
  "/v1/notifications/certs/A?to=B",
  "/v2/checkout/orders",
  "/v1/notifications/certs/none",
])("a certificate of PayPal's address %s is none", async (path) => {
  const { trial, withHeader, driver } = await rung();
  const forged = withHeader("cert-url", `${trial.standIn.origin}${path}`);
  await expect(driver.hear(forged, trial.call)).rejects.toThrow(ForgedDelivery);
});

it("live webhooks come with a certificate of the live API only", async () => {
  const { trial, withHeader } = await rung();
  const live = payPalDriver({ ...ACCOUNT, apiOrigin: PAYPAL_ORIGIN });
  const sandbox = withHeader("cert-url", "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1");
  await expect(live.hear(sandbox, trial.call)).rejects.toThrow(ForgedDelivery);
});

it("the certificate is fetched once; one that cannot be fetched says nothing about the webhook", async () => {
  const { trial, delivery, driver } = await rung();
  const certificates = "/v1/notifications/certs";
  trial.standIn.faults.add({ kind: "bad_gateway", path: certificates });
  await expect(driver.hear(delivery, trial.call)).rejects.toThrow(OutcomeUnknown);
  await driver.hear(delivery, trial.call);
  await driver.hear(delivery, trial.call);
  expect(trial.requests(certificates)).toBe(2);
});

const LIVE = "https://api.paypal.com/v1/notifications/certs/CERT-1";

async function heardLive(certificate: string) {
  upstream.use(http.get(LIVE, () => HttpResponse.text(certificate)));
  const { trial, delivery } = await rung();
  // The address is not signed: PayPal's own key signs for it as well.
  const headers = { ...delivery.headers, "paypal-cert-url": LIVE };
  return payPalDriver({ ...ACCOUNT, apiOrigin: PAYPAL_ORIGIN }).hear({ ...delivery, headers }, trial.call);
}

it("a live webhook is genuine by the live API's certificate", async () => {
  await expect(heardLive(selfSigned(START))).resolves.toMatchObject({ kind: "CHECKOUT.ORDER.APPROVED" });
});

it.each([
  ["of another name", selfSigned(START, "www.paypal.com")],
  ["of a name that only looks like it", selfSigned(START, "messageverificationcerts.paypal.com.evil.example")],
  ["that has run out", selfSigned(START - 400 * DAY)],
  ["that is not valid yet", selfSigned(START + 2 * DAY)],
  ["that is none", "<html>"],
])("a webhook with a certificate %s is forged", async (_what, certificate) => {
  await expect(heardLive(certificate)).rejects.toThrow(ForgedDelivery);
});
