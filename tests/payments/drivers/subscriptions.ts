import { expect, it } from "vitest";
import type { SubscriptionDriver } from "../../../payments/drivers/driver";
import { type ProviderUnderTest, renewing, Trial } from "./provider-under-test";

/** What renews by the provider's clock. */
export function subscriptionTests(provider: ProviderUnderTest): void {
  it("begins with the first payment and renews", async () => {
    const { ask, reference, renewsAt, trial } = await subscribed(provider);
    expect(await ask()).toMatchObject({ state: "active", renewals: [], reports: [] });
    expect((await ask()).paidUntil).toBe(renewsAt);
    trial.time = renewsAt;
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
    const renewed = await ask();
    expect(renewed).toMatchObject({ state: "active", renewals: [{ paid: { amount: 11.99, currency: "USD" } }] });
    expect(renewed.renewals[0]?.startsAt).toBe(renewsAt);
    expect(renewed.renewals[0]?.endsAt).toBe(renewed.paidUntil);
    expect(renewed.paidUntil).toBeGreaterThan(renewsAt);
    expect(await ask()).toEqual(renewed);
  });

  it("gives a renewal back", async () => {
    const { ask, reference, renewsAt, trial } = await subscribed(provider);
    trial.time = renewsAt;
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
    const [renewal] = (await ask()).renewals;
    if (renewal === undefined) throw new Error("It did not renew");
    const { captureId, paid } = renewal;
    await trial.driver.refund({ captureId, money: paid, key: "refund_renewal", orderId: "ord_r" }, trial.call);
    expect((await ask()).reports).toEqual([{ type: "given_back", captureId, total: paid }]);
  });

  it("leaves the first payment as it was when it renews", async () => {
    const { paid, reference, renewsAt, trial } = await subscribed(provider);
    const before = await paid.ask();
    trial.time = renewsAt;
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
    expect(await paid.ask()).toEqual(before);
  });

  it("is past due when a renewal fails, and paid no longer than before", async () => {
    const { ask, reference, renewsAt, trial } = await subscribed(provider);
    trial.time = renewsAt;
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "failed" });
    expect(await ask()).toMatchObject({ state: "past_due", paidUntil: renewsAt, renewals: [] });
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
    expect(await ask()).toMatchObject({ state: "active", renewals: [{ startsAt: renewsAt }] });
  });

  it("ends when its period does, and that can be taken back where the provider can", async () => {
    const { ask, reference, renewsAt, subscriptions, trial } = await subscribed(provider);
    await subscriptions.cancelAtEnd(reference, { ...trial.call, key: "cancel_1" });
    expect(await ask()).toMatchObject({ state: "ending", paidUntil: renewsAt });
    await subscriptions.cancelAtEnd(reference, { ...trial.call, key: "cancel_2" });
    if (subscriptions.resume === undefined) return expect(trial.driver.can.resume).toBe("none");
    await subscriptions.resume(reference, { ...trial.call, key: "resume_1" });
    expect(await ask()).toMatchObject({ state: "active", paidUntil: renewsAt });
    await subscriptions.resume(reference, { ...trial.call, key: "resume_2" });
    expect(await ask()).toMatchObject({ state: "active" });
  });

  it("ends at once, and ending it twice is no error", async () => {
    const { ask, reference, subscriptions, trial } = await subscribed(provider);
    await subscriptions.endNow(reference, { ...trial.call, key: "end_1" });
    expect(await ask()).toMatchObject({ state: "ended" });
    await subscriptions.endNow(reference, { ...trial.call, key: "end_2" });
    expect(await ask()).toMatchObject({ state: "ended" });
  });

  it("has a page where the buyer changes how they pay, where the provider has one", async () => {
    const { reference, subscriptions, trial } = await subscribed(provider);
    if (subscriptions.cardPage === undefined) return;
    const page = await subscriptions.cardPage(reference, { ...trial.call, returnUrl: "https://shop.example/a" });
    expect(page).toMatch(/^http/);
  });

  it("rings when it renews, when that fails and when it ends", async () => {
    const { reference, renewsAt, subscriptions, trial } = await subscribed(provider);
    const heard = async () => {
      const events = await Promise.all(trial.deliveries().map((delivery) => trial.driver.hear(delivery, trial.call)));
      return events.filter(({ subscription }) => subscription === reference).length;
    };
    let before = await heard();
    const rings = async () => {
      const now = await heard();
      expect(now).toBeGreaterThan(before);
      before = now;
    };
    trial.time = renewsAt;
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
    await rings();
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "failed" });
    await rings();
    await subscriptions.endNow(reference, { ...trial.call, key: "end_1" });
    await rings();
  });
}

async function subscribed(provider: ProviderUnderTest) {
  const trial = await Trial.start(provider);
  const renewal = renewing(trial.time);
  const paid = await trial.pay(renewal, "pay");
  const reference = (await paid.ask()).subscription;
  const { subscriptions } = trial.driver;
  if (reference === undefined || subscriptions === undefined) throw new Error("Nothing renews");
  return {
    trial,
    paid,
    reference,
    subscriptions,
    renewsAt: renewal.renewsAt ?? 0,
    ask: asking(subscriptions, reference, trial),
  };
}

const asking = (subscriptions: SubscriptionDriver, reference: string, trial: Trial) => () =>
  subscriptions.ask(reference, trial.call);
