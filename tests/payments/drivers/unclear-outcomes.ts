import { expect, it, vi } from "vitest";
import { OutcomeUnknown } from "../../../payments/drivers/errors";
import type { FaultRule } from "../../../tools/stand-ins/faults";
import { choose, HOUR, openingOf, type ProviderUnderTest, Trial } from "./provider-under-test";

/** The provider has done it, and its answer cannot be read. */
const DONE = ["lost", "bad_gateway", "odd_500", "odd_200"] as const;

/** Faults between us and the provider. */
export function unclearTests(provider: ProviderUnderTest): void {
  const opens = (kind: FaultRule["kind"]): FaultRule => ({ kind, path: provider.paths.open, method: "POST" });

  it.each(DONE)("leaves one page, which is found: %s", async (kind) => {
    const trial = await Trial.start(provider);
    const opening = openingOf(trial.time);
    trial.standIn.faults.add(opens(kind));
    await expect(trial.driver.open(opening, trial.call)).rejects.toThrow(OutcomeUnknown);
    expect(trial.count("opened")).toBe(1);
    const found = await trial.driver.find(opening, trial.call);
    expect(await trial.driver.find(opening, trial.call)).toEqual(found);
    expect(trial.count("opened")).toBe(1);
    if (found === undefined) throw new Error("It was not found");
    await choose(found, "pay");
    const { reports } = await trial.driver.ask({ ...opening, reference: found.reference }, trial.call);
    expect(reports).toMatchObject([{ type: "captured" }]);
  });

  it.each(["reset", "hang"] as const)("leaves at most one page where nothing was done: %s", async (kind) => {
    const trial = await Trial.start(provider);
    const opening = openingOf(trial.time);
    trial.standIn.faults.add(opens(kind));
    const opened = expect(trial.driver.open(opening, trial.call)).rejects.toThrow(OutcomeUnknown);
    await vi.waitFor(() => expect(trial.requests(provider.paths.open)).toBe(1));
    if (kind === "hang") trial.stopWaiting();
    await opened;
    expect(trial.count("opened")).toBe(0);
    const found = await trial.driver.find(opening, trial.call);
    expect(await trial.driver.find(opening, trial.call)).toEqual(found);
    expect(trial.count("opened")).toBe(found === undefined ? 0 : 1);
  });

  it("is none after an answer that came: the same page is found, also when it is paid", async () => {
    const trial = await Trial.start(provider);
    const { opened, opening } = await trial.pay();
    expect(await trial.driver.find(opening, trial.call)).toMatchObject({ reference: opened.reference });
    await choose(opened, "pay");
    expect(await trial.driver.find(opening, trial.call)).toMatchObject({ reference: opened.reference });
    expect(trial.count("opened")).toBe(1);
  });

  it("does not become a second page days later", async () => {
    const trial = await Trial.start(provider);
    const opening = openingOf(trial.time);
    trial.standIn.faults.add(opens("lost"));
    await expect(trial.driver.open(opening, trial.call)).rejects.toThrow(OutcomeUnknown);
    trial.time += 49 * HOUR;
    await trial.driver
      .find(opening, trial.call)
      .catch((error: unknown) => expect(error).toBeInstanceOf(OutcomeUnknown));
    expect(trial.count("opened")).toBe(1);
  });

  it.each([...DONE, "reset"] as const)("of a question is no report: %s", async (kind) => {
    const trial = await Trial.start(provider);
    const { ask } = await trial.pay({}, "pay");
    trial.standIn.faults.add({ kind, path: provider.paths.ask });
    await expect(ask()).rejects.toThrow(OutcomeUnknown);
    expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
    expect(trial.count("captured")).toBe(1);
  });

  it.each(DONE)("of a refund is settled by the same key: %s", async (kind) => {
    const trial = await Trial.start(provider);
    const { ask, opening } = await trial.pay({}, "pay");
    const [captured] = (await ask()).reports;
    if (captured?.type !== "captured") throw new Error("It was not captured");
    const refund = {
      captureId: captured.captureId,
      money: opening.price,
      key: "refund_1_of_it",
      orderId: opening.orderId,
    };
    trial.standIn.faults.add({ kind, path: provider.paths.refund, method: "POST" });
    await expect(trial.driver.refund(refund, trial.call)).rejects.toThrow(OutcomeUnknown);
    expect(await trial.driver.refund(refund, trial.call)).toMatchObject({ state: "done" });
    expect(trial.count("refunds")).toBe(1);
  });
}
