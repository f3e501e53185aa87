import { describe, expect, it } from "vitest";
import { chargesOf, choose, historiesOf, order, result } from "../buyer";
import { runningSandbox } from "../running-sandbox";
import { only } from "../subscriber";

describe("a provider that misbehaves", () => {
  it("and charges twice has the second charge refunded", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "approve_twice");
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
    expect(await chargesOf(target, ordered.email)).toEqual(["kept", "refunded"]);
  });

  it("and charges twice leaves one charge for a withdrawal to give back", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "approve_twice");
    const { receipts } = await result(target, ordered);
    if (!receipts) throw new Error("a paid order came without the key to its receipts");
    expect((await only(target, { receipts })).refund).toEqual({ amount: 11.99, currency: "USD" });
  });

  it("and charges a wrong amount leaves the order to a person, who can refund it", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "wrong_amount");
    expect(await result(target, ordered)).toMatchObject({
      status: "pending",
      order_state: "review",
      money_taken: "unknown",
    });
    await fetch(`${target.base}/control/orders/${ordered.orderId}/refund`, { method: "POST", redirect: "manual" });
    expect(await result(target, ordered)).toMatchObject({ order_state: "refunded", money_taken: "no" });
  });

  it("and reports repeatedly, late and out of order grants once", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "approve_repeatedly");
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
    const [history] = await historiesOf(target, ordered.email);
    expect(history?.events.filter(({ type }) => type === "captured")).toHaveLength(1);
    expect(history?.grants).toHaveLength(1);
  });

  it("and reports a decline and a delay before the success has sold the order", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "reordered");
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
    expect(await chargesOf(target, ordered.email)).toEqual(["kept"]);
  });

  it("and never sends the buyer back is still asked for the result", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    const { location } = await choose(ordered.page, "approve_and_stay");
    expect(new URL(location, ordered.page).href).toBe(ordered.page);
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
  });

  it("and charges after a cancel has sold the order", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "cancel_then_charge", { seconds: "60" });
    expect(await result(target, ordered)).toMatchObject({ status: "canceled", money_taken: "no" });
    target.pass(60);
    expect(await result(target, ordered)).toMatchObject({ status: "success", money_taken: "yes" });
  });

  it("and charges after a cancel for which the buyer has paid another order gives the money back", async () => {
    const target = await runningSandbox();
    const cancelled = await order(target);
    await choose(cancelled.page, "cancel_then_charge", { seconds: "60" });
    const paid = await order(target, { email: cancelled.email });
    await choose(paid.page, "approve");
    target.pass(60);
    expect(await result(target, cancelled)).toMatchObject({ order_state: "refunded", money_taken: "no" });
    expect(await result(target, paid)).toMatchObject({ status: "success" });
    await order(target, { email: cancelled.email });
    const states = (await historiesOf(target, paid.email)).flatMap(({ charges }) => charges.map(({ state }) => state));
    expect(states.sort()).toEqual(["kept", "refunded"]);
  });

  it("and charges after a cancel gives back what the buyer pays for the order they began meanwhile", async () => {
    const target = await runningSandbox();
    const cancelled = await order(target);
    await choose(cancelled.page, "cancel_then_charge", { seconds: "60" });
    const other = await order(target, { email: cancelled.email });
    target.pass(60);
    expect(await result(target, cancelled)).toMatchObject({ status: "success" });
    await choose(other.page, "approve");
    expect(await result(target, other)).toMatchObject({ order_state: "refunded", money_taken: "no" });
    const states = (await historiesOf(target, other.email)).flatMap(({ charges }) => charges.map(({ state }) => state));
    expect(states.sort()).toEqual(["kept", "refunded"]);
  });
});
