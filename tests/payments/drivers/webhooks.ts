import { expect, it } from "vitest";
import type { Delivery, Driver } from "../../../payments/drivers/driver";
import { ForgedDelivery } from "../../../payments/drivers/errors";
import { type Paid, type ProviderUnderTest, Trial } from "./provider-under-test";

const MINUTE = 60_000;

/** What the provider rings with. */
export function webhookTests(provider: ProviderUnderTest): void {
  const concerns = (event: Awaited<ReturnType<Driver["hear"]>>, { name }: Paid): boolean =>
    event.payment === name.reference || event.attemptId === name.attemptId;

  it("tells which payment to ask for, in whatever order it comes", async () => {
    const trial = await Trial.start(provider);
    const paid = await trial.pay({}, "pay");
    await paid.ask();
    const sent = trial.deliveries().toReversed();
    const heard = await Promise.all(sent.map((delivery) => trial.driver.hear(delivery, trial.call)));
    expect(heard.filter((event) => concerns(event, paid)).length).toBeGreaterThan(0);
    expect(new Set(heard.map(({ eventId }) => eventId)).size).toBe(heard.length);
  });

  it("has the same id when it comes again", async () => {
    const { driver, delivery, trial } = await rung(provider);
    expect(await driver.hear(delivery, trial.call)).toEqual(await driver.hear(delivery, trial.call));
  });

  it.each([
    ["another body", ({ body, headers }: Delivery) => ({ headers, body: Buffer.concat([body, Buffer.from(" ")]) })],
    ["no signature", ({ body }: Delivery) => ({ body, headers: {} })],
    [
      "a signature that cannot be read",
      ({ body, headers }: Delivery) => ({
        body,
        headers: Object.fromEntries(Object.keys(headers).map((name) => [name, "é=,,t=;"])),
      }),
    ],
  ])("with %s is forged", async (_what, change) => {
    const { driver, delivery, trial } = await rung(provider);
    await expect(driver.hear(change(delivery), trial.call)).rejects.toThrow(ForgedDelivery);
  });

  if (provider.hasSecrets)
    it("is genuine by any of our secrets, and forged by another", async () => {
      const { delivery, trial } = await rung(provider);
      const hear = (secrets: "current_and_next" | "only_next") =>
        provider.driver(trial.standIn, secrets).hear(delivery, trial.call);
      await expect(hear("current_and_next")).resolves.toHaveProperty("eventId");
      await expect(hear("only_next")).rejects.toThrow(ForgedDelivery);
    });

  if (provider.hasWindow)
    it.each([10_000, -10_000])("is genuine with clocks %i ms apart", async (apart) => {
      const { driver, delivery, trial } = await rung(provider);
      trial.time += apart;
      await expect(driver.hear(delivery, trial.call)).resolves.toHaveProperty("eventId");
    });

  if (provider.hasWindow)
    it.each([10 * MINUTE, -10 * MINUTE])("is forged with clocks %i ms apart", async (apart) => {
      const { driver, delivery, trial } = await rung(provider);
      trial.time += apart;
      await expect(driver.hear(delivery, trial.call)).rejects.toThrow(ForgedDelivery);
    });
}

async function rung(provider: ProviderUnderTest) {
  const trial = await Trial.start(provider);
  const paid = await trial.pay({}, "pay");
  await paid.ask();
  const [delivery] = trial.deliveries();
  if (delivery === undefined) throw new Error("Nobody rang");
  return { trial, driver: trial.driver, delivery };
}
