import { describe } from "vitest";
import { bookTests } from "./books";
import { paymentTests } from "./payments";
import type { ProviderUnderTest } from "./provider-under-test";
import { refundTests } from "./refunds";
import { subscriptionTests } from "./subscriptions";
import { unclearTests } from "./unclear-outcomes";
import { webhookTests } from "./webhooks";

/** What holds for the driver of every provider, tried at its stand-in. */
export function driverSuite(provider: ProviderUnderTest): void {
  describe(provider.name, () => {
    describe("a payment", () => paymentTests(provider));
    describe("an outcome that nobody knows", () => unclearTests(provider));
    describe("a webhook", () => webhookTests(provider));
    describe("money that goes back", () => refundTests(provider));
    describe("its books", () => bookTests(provider));
    describe("a subscription", () => subscriptionTests(provider));
  });
}
