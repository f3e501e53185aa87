import { expect, it, onTestFinished } from "vitest";
import { chanceFor } from "../../../../sandbox/bare/seeded";
import { startReceiver } from "../../../../tools/rig/payments/receiver";
import { refundByOthers, refundByUs } from "../../../../tools/rig/payments/refunds";
import { startStandIns } from "../../../../tools/stand-ins/start-all";
import { Trial } from "../../../payments/drivers/provider-under-test";
import { stripeUnderTest } from "../../../payments/drivers/stripe/stripe-under-test";

/** What stands around a payments API in which somebody has paid; it has no variables, so that none of its commands works. */
async function paidWorld(changes: object = {}) {
  const trial = await Trial.start(stripeUnderTest);
  const { name } = await trial.pay({}, "pay");
  const [standIns, receiver] = [await startStandIns("http://127.0.0.1:1"), await startReceiver()];
  onTestFinished(async () => {
    await Promise.all([standIns.close(), receiver.close()]);
  });
  const payment = { order_id: "ord_1", capture: "ch_1", provider: "so", reference: name.reference, renews: null };
  const { standIn: stripe } = trial;
  const rows = async () => [{ ...payment, ...changes }];
  return { standIns: { ...standIns, stripe }, receiver, rows, origin: "", variables: {} };
}

it("the merchant gives back until nothing is left, which is no failure", async () => {
  const world = await paidWorld();
  const given: unknown[] = [];
  while (given.length < 20 && given.at(-1) !== false)
    given.push(await refundByOthers(world, "a@example.com", chanceFor(1, `refund ${given.length}`)));
  expect(given[0]).toBe(true);
  expect(given.at(-1)).toBe(false);
});

it("what else goes wrong at the provider is not kept quiet", async () => {
  const world = await paidWorld({ reference: "cs_nobody" });
  await expect(refundByOthers(world, "a@example.com", chanceFor(1, "refund"))).rejects.toThrow();
});

it("a command that fails for another reason is told, and no answer is lost for it", async () => {
  const world = await paidWorld();
  const said = await refundByUs(world, "a@example.com", chanceFor(1, "refund"));
  expect(said).toContain("a refund of ord_1 failed");
  expect(world.standIns.stripe.faults.waiting).toBe(0);
});

it("nobody who has nothing is given anything back", async () => {
  const world = { ...(await paidWorld()), rows: async () => [] };
  const chance = chanceFor(1, "refund");
  expect([await refundByUs(world, "a@example.com", chance), await refundByOthers(world, "a", chance)]).toEqual([
    false,
    false,
  ]);
});
