import { expect, it } from "vitest";
import { Refused } from "../../../payments/drivers/errors";
import { choose, DAY, HOUR, openingOf, type ProviderUnderTest, renewing, Trial } from "./provider-under-test";

/** Paying, declining, closing: what the provider says of it. */
export function paymentTests(provider: ProviderUnderTest): void {
  it("is captured for the price, once, however often and by however many it is asked for", async () => {
    const trial = await Trial.start(provider);
    const paid = await trial.pay({}, "pay");
    const standings = await Promise.all([paid.ask(), paid.ask(), paid.ask()]);
    const [captured] = standings[0]?.reports ?? [];
    expect(captured).toMatchObject({ type: "captured", paid: { amount: 11.99, currency: "USD" } });
    for (const standing of [...standings, await paid.ask()]) expect(standing.reports).toEqual([captured]);
    expect(trial.count("captured")).toBe(1);
  });

  it("that nobody has made yet says nothing", async () => {
    const trial = await Trial.start(provider);
    const { ask, opened, opening } = await trial.pay();
    expect(await ask()).toEqual({ reports: [], subscription: undefined });
    expect(opened.payAt).toMatch(/^http/);
    expect(opened.expiresAt).toBeGreaterThanOrEqual(opening.expiresAt - 1_000);
  });

  it("sends the buyer back to the site from the page, paid or cancelled", async () => {
    const trial = await Trial.start(provider);
    const { opened, opening } = await trial.pay();
    expect(await choose(opened, "cancel")).toMatch(opening.cancelUrl);
    expect((await choose(opened, "pay"))?.startsWith(opening.returnUrl)).toBe(true);
  });

  it("is captured after a decline on the same page", async () => {
    const trial = await Trial.start(provider);
    const { ask, opened } = await trial.pay({}, "decline");
    expect((await ask()).reports.map(({ type }) => type)).not.toContain("captured");
    await choose(opened, "pay");
    expect((await ask()).reports).toMatchObject([{ type: "captured", paid: { amount: 11.99 } }]);
  });

  it("is captured once the buyer's bank has let them through, and not before", async () => {
    const trial = await Trial.start(provider);
    const { ask, opened } = await trial.pay({}, "challenge");
    expect((await ask()).reports.map(({ type }) => type)).not.toContain("captured");
    await choose(opened, "challenge_fail");
    expect((await ask()).reports.map(({ type }) => type)).not.toContain("captured");
    await choose(opened, "challenge");
    await choose(opened, "challenge_pass");
    expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
  });

  it("is processing until the money has come", async () => {
    const trial = await Trial.start(provider);
    const { ask, name } = await trial.pay({}, "pending");
    expect((await ask()).reports).toEqual([{ type: "processing" }]);
    trial.standIn.act({ act: "settle", payment: name.reference, outcome: "paid" });
    expect((await ask()).reports).toMatchObject([{ type: "captured", paid: { amount: 11.99 } }]);
  });

  it("is declined where the money has not come", async () => {
    const trial = await Trial.start(provider);
    const { ask, name } = await trial.pay({}, "pending");
    trial.standIn.act({ act: "settle", payment: name.reference, outcome: "failed" });
    expect((await ask()).reports).toMatchObject([{ type: "declined" }]);
  });

  it("takes nothing once it is closed, and is closed twice without harm", async () => {
    const trial = await Trial.start(provider);
    const { ask, name, opened } = await trial.pay();
    expect(await trial.driver.close(name, trial.call)).toBe("closed");
    expect(await trial.driver.close(name, trial.call)).toBe("closed");
    await choose(opened, "pay");
    expect((await ask()).reports).toEqual([{ type: "abandoned" }]);
    expect(trial.count("captured")).toBe(0);
  });

  it("cannot be closed once it is paid", async () => {
    const trial = await Trial.start(provider);
    const { ask, name } = await trial.pay({}, "pay");
    await ask();
    expect(await trial.driver.close(name, trial.call)).toBe("paid");
    expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
  });

  it("is abandoned when its time is over", async () => {
    const trial = await Trial.start(provider);
    const { ask, name, opened } = await trial.pay();
    trial.time += 25 * HOUR;
    trial.standIn.act({ act: "expire", payment: name.reference });
    expect((await ask()).reports).toEqual([{ type: "abandoned" }]);
    await choose(opened, "pay");
    expect((await ask()).reports).toEqual([{ type: "abandoned" }]);
  });

  if (provider.hasOtherAmount)
    it("of another amount is told as it is", async () => {
      const trial = await Trial.start(provider);
      const { ask } = await trial.pay({}, "other_amount");
      const [captured] = (await ask()).reports;
      expect(captured).toMatchObject({ type: "captured", paid: { currency: "USD" } });
      expect(captured).not.toMatchObject({ paid: { amount: 11.99 } });
    });

  it.each(provider.money)("is exact: $amount $currency", async (price) => {
    const trial = await Trial.start(provider);
    const { ask } = await trial.pay({ price }, "pay");
    expect((await ask()).reports).toMatchObject([{ type: "captured", paid: price }]);
  });

  it("that cannot be exact is refused, not rounded", async () => {
    const trial = await Trial.start(provider);
    const opening = openingOf(trial.time, { price: { amount: 100.5, currency: "JPY" } });
    await expect(trial.driver.open(opening, trial.call)).rejects.toThrow(Refused);
    expect(trial.count("opened")).toBe(0);
  });

  it("of an account that the provider does not know is refused, and the key is in no message", async () => {
    const trial = await Trial.start(provider);
    const stranger = provider.driver(trial.standIn, "wrong_key");
    const error: unknown = await stranger.open(openingOf(trial.time), trial.call).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Refused);
    expect(JSON.stringify([String(error), error])).not.toMatch(/wrong_key/);
    expect(trial.count("opened")).toBe(0);
  });

  it("begins with a trial that costs less", async () => {
    const trial = await Trial.start(provider);
    const week = { period: { interval: "week", interval_count: 1 }, renewsAt: trial.time + 7 * DAY } as const;
    const trials = { ...renewing(trial.time), ...week };
    const paid = await trial.pay({ ...trials, price: { amount: 1, currency: "USD" } }, "pay");
    const standing = await paid.ask();
    expect(standing.reports).toMatchObject([{ type: "captured", paid: { amount: 1, currency: "USD" } }]);
    expect(standing.subscription).toBeDefined();
    const free = await trial.pay({ ...trials, price: { amount: 0, currency: "USD" } }, "pay");
    expect((await free.ask()).reports).toMatchObject([{ type: "captured", paid: { amount: 0, currency: "USD" } }]);
    expect(await free.ask()).toEqual(await free.ask());
  });
}
