import { expect, it } from "vitest";
import { Refused } from "../../../payments/drivers/errors";
import { type ProviderUnderTest, Trial } from "./provider-under-test";

/** Refunds and disputes of a payment. */
export function refundTests(provider: ProviderUnderTest): void {
  it("goes back in part and then wholly, each key once", async () => {
    const { ask, give, trial } = await captured(provider);
    const first = await give(5, "refund_part_1");
    expect(first).toMatchObject({ state: "done" });
    expect(await give(5, "refund_part_1")).toEqual(first);
    expect((await ask()).reports).toContainEqual(expect.objectContaining({ type: "given_back", total: usd(5) }));
    expect(await give(6.99, "refund_part_2")).toMatchObject({ state: "done" });
    expect((await ask()).reports).toMatchObject([
      { type: "captured", paid: usd(11.99) },
      { type: "given_back", total: usd(11.99) },
    ]);
    expect(trial.count("refunds")).toBe(2);
  });

  it("is told of one key's refund again when all has gone back", async () => {
    const { give, trial } = await captured(provider);
    const whole = await give(11.99, "refund_whole");
    expect(await give(11.99, "refund_whole")).toEqual(whole);
    await expect(give(11.99, "refund_another")).rejects.toThrow(Refused);
    expect(trial.count("refunds")).toBe(1);
  });

  it("is reported when the merchant gave it back at the provider's pages", async () => {
    const { ask, capture, reference, trial } = await captured(provider);
    trial.standIn.act({ act: "refund", payment: reference, amount: 2.5 });
    expect((await ask()).reports).toMatchObject([
      { type: "captured" },
      { type: "given_back", captureId: capture.captureId, total: usd(2.5) },
    ]);
  });

  it.each(["won", "lost"] as const)("is disputed by the buyer's bank, and that is %s", async (state) => {
    const { ask, capture, reference, trial } = await captured(provider);
    const disputes = async () => (await ask()).reports.filter((report) => report.type === "disputed");
    trial.standIn.act({ act: "dispute", payment: reference, state: "open" });
    const [open] = await disputes();
    expect(open).toMatchObject({ captureId: capture.captureId, state: "open", money: usd(11.99) });
    expect(await disputes()).toEqual([open]);
    trial.standIn.act({ act: "dispute", payment: reference, state });
    expect(await disputes()).toMatchObject([{ disputeId: open?.disputeId, state }]);
  });

  if (provider.wantsEvidence)
    it("has a date for evidence of a dispute until that is answered", async () => {
      const { ask, reference, trial } = await captured(provider);
      const dispute = async (state: "open" | "answered") => {
        trial.standIn.act({ act: "dispute", payment: reference, state });
        return (await ask()).reports.find((report) => report.type === "disputed");
      };
      expect((await dispute("open"))?.evidenceBy).toBeGreaterThan(trial.time);
      expect(await dispute("answered")).toMatchObject({ state: "open", evidenceBy: undefined });
    });
}

const usd = (amount: number) => ({ amount, currency: "USD" });

async function captured(provider: ProviderUnderTest) {
  const trial = await Trial.start(provider);
  const { ask, name, opening } = await trial.pay({}, "pay");
  const [capture] = (await ask()).reports;
  if (capture?.type !== "captured") throw new Error("It was not captured");
  const give = (amount: number, key: string) =>
    trial.driver.refund(
      { captureId: capture.captureId, money: usd(amount), key, orderId: opening.orderId },
      trial.call,
    );
  return { trial, ask, capture, give, reference: name.reference };
}
