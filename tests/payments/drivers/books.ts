import { expect, it } from "vitest";
import type { Movement } from "../../../payments/drivers/driver";
import { DAY, HOUR, type ProviderUnderTest, renewing, Trial } from "./provider-under-test";

/** What the provider says was paid and given back. */
export function bookTests(provider: ProviderUnderTest): void {
  it("have each payment and each refund for what the buyer paid and got, once", async () => {
    const trial = await Trial.start(provider);
    const paid = await Promise.all(provider.money.map((price) => captured(trial, { price })));
    const [first] = paid;
    if (first === undefined) throw new Error("It takes no money");
    const money = { amount: first.paid.amount / 2, currency: first.paid.currency };
    const refund = { captureId: first.captureId, money, key: "refund_1", orderId: "ord_1" };
    const { refundId } = await trial.driver.refund(refund, trial.call);
    await trial.pay({}, "decline");
    await trial.pay({}, "pending");
    expect((await moved(trial)).toSorted(byId)).toEqual(
      [
        ...paid.map(({ captureId, paid }) => line("capture", captureId, captureId, paid, trial)),
        line("refund", refundId, first.captureId, money, trial),
      ].toSorted(byId),
    );
  });

  it("have a renewal by the id that the subscription names", async () => {
    const trial = await Trial.start(provider);
    const first = await captured(trial, renewing(trial.time));
    const { subscription: reference = "" } = first;
    trial.time += 31 * DAY;
    trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
    const [renewal] = (await trial.driver.subscriptions?.ask(reference, trial.call))?.renewals ?? [];
    expect(await moved(trial)).toEqual([
      line("capture", renewal?.captureId ?? "", renewal?.captureId ?? "", first.paid, trial),
    ]);
  });

  it.each(["won", "lost"] as const)("have what a bank took back, unless that was undone: %s", async (state) => {
    const trial = await Trial.start(provider);
    const { captureId, paid, reference } = await captured(trial);
    trial.standIn.act({ act: "dispute", payment: reference, state: "open" });
    trial.standIn.act({ act: "dispute", payment: reference, state });
    const disputes = (await moved(trial)).filter(({ kind }) => kind === "dispute");
    for (const dispute of disputes) expect(dispute).toMatchObject({ captureId, money: paid });
    const standing =
      disputes.filter(({ isUndone }) => !isUndone).length - disputes.filter((one) => one.isUndone).length;
    expect(standing).toBe(state === "lost" ? 1 : 0);
  });

  it("have a payment by its id, whenever it was around", async () => {
    const trial = await Trial.start(provider);
    const { captureId, paid } = await captured(trial);
    await captured(trial);
    const around = trial.time + DAY;
    trial.time += 2 * DAY;
    expect(await trial.driver.books?.find(captureId, around, trial.call)).toMatchObject([
      { kind: "capture", id: captureId, money: paid, at: trial.time - 2 * DAY },
    ]);
    expect(await trial.driver.books?.find("A2345678901234567", around, trial.call)).toEqual([]);
  });

  it("are empty before anything happened", async () => {
    const trial = await Trial.start(provider);
    await captured(trial);
    expect(await moved(trial, { from: trial.time - 3 * DAY, to: trial.time - DAY })).toEqual([]);
  });

  it("are not read in part: a page without an answer is no end", async () => {
    const trial = await Trial.start(provider);
    await captured(trial);
    trial.standIn.faults.add({ path: provider.paths.books, kind: "odd_200" });
    await expect(moved(trial)).rejects.toThrow("odd");
  });
}

/** What moved around now, as it is known some hours later. */
export async function moved(
  trial: Trial,
  time = { from: trial.time - DAY, to: trial.time + DAY },
): Promise<Movement[]> {
  const now = trial.time;
  trial.time += 6 * HOUR;
  const found: Movement[] = [];
  for await (const page of trial.driver.books?.movements(time, trial.call) ?? []) found.push(...page);
  trial.time = now;
  return found;
}

const line = (kind: Movement["kind"], id: string, captureId: string, money: Movement["money"], { time }: Trial) => ({
  ...{ kind, id, captureId, money, at: time },
  isUndone: false,
});

const byId = (one: Movement, other: Movement): number => one.id.localeCompare(other.id);

export async function captured(trial: Trial, changes: Parameters<Trial["pay"]>[0] = {}) {
  const { ask, name } = await trial.pay(changes, "pay");
  const { reports, subscription } = await ask();
  const [capture] = reports;
  if (capture?.type !== "captured") throw new Error("It was not captured");
  return { ...capture, reference: name.reference, subscription };
}
