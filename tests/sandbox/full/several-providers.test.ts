import { describe, expect, it } from "vitest";
import { askAt, pd, ps, rb, rz, so } from "../../../tools/contract/providers";
import { refused, withKey } from "../../../tools/contract/purchases";
import { chargesOf, choose, formOf, historiesOf, orderAt } from "../buyer";
import { type Running, runningSandbox } from "../running-sandbox";

const statesOf = async (target: Running, email: string) =>
  (await historiesOf(target, email))[0]?.attempts.map(({ provider, state }) => `${provider} ${state}`);

describe("one order with attempts at several providers", () => {
  it("is charged once, where it was approved", async () => {
    const target = await runningSandbox();
    const first = await orderAt(target, so);
    const further = { email: first.email, order_id: first.orderId };
    await choose(first.page, "decline");
    const second = await orderAt(target, ps, further);
    await choose(second.page, "cancel");
    const third = await orderAt(target, rz, further);
    await choose(third.page, "approve");
    expect(third.orderId).toBe(first.orderId);
    expect(await statesOf(target, first.email)).toEqual(["so declined", "ps abandoned", "rz succeeded"]);
    expect(await chargesOf(target, first.email)).toEqual(["kept"]);
    for (const provider of [so, pd, ps, rz, rb])
      expect(await askAt(target, provider, first.orderId)).toMatchObject({ status: "success" });
  });

  it("gives up a page on which nothing was done when its buyer comes for another provider", async () => {
    const target = await runningSandbox();
    const first = await orderAt(target, so);
    const second = await orderAt(target, pd, { email: first.email, order_id: first.orderId });
    expect(second.orderId).toBe(first.orderId);
    expect(await (await fetch(first.page)).text()).toContain("nothing left to do");
    await choose(first.page, "approve");
    expect(await askAt(target, so, first.orderId)).toMatchObject({ status: "pending", redirect_url: second.page });
    await choose(second.page, "approve");
    expect(await statesOf(target, first.email)).toEqual(["so abandoned", "pd succeeded"]);
    expect(await chargesOf(target, first.email)).toEqual(["kept"]);
  });

  it.each([
    ["while the bank asks", "challenge"],
    ["while the payment is pending", "pending"],
  ])("has no second one %s", async (_when, outcome) => {
    const target = await runningSandbox();
    const first = await orderAt(target, so);
    await choose(first.page, outcome, { seconds: "60" });
    const fields = await formOf(target, { email: first.email, order_id: first.orderId });
    const sent = withKey(await ps.bodyOf(target, fields));
    await refused(target, { endpoint: ps.purchase, sent }, 409, "order_live");
  });

  it("asks the provider first, so that a payment whose buyer never came back is not made again", async () => {
    const target = await runningSandbox();
    const first = await orderAt(target, so);
    await choose(first.page, "approve_and_stay");
    const fields = await formOf(target, { email: first.email, order_id: first.orderId });
    const sent = withKey(await rz.bodyOf(target, fields));
    const { order } = await refused(target, { endpoint: rz.purchase, sent }, 409, "order_done");
    expect(order).toMatchObject({ order_id: first.orderId, status: "success" });
  });

  it("refunds the second of two charges at different providers", async () => {
    const target = await runningSandbox();
    const first = await orderAt(target, so);
    await choose(first.page, "cancel_then_charge", { seconds: "60" });
    const second = await orderAt(target, rz, { email: first.email, order_id: first.orderId });
    await choose(second.page, "approve");
    target.pass(60);
    expect(await askAt(target, so, first.orderId)).toMatchObject({ status: "success", money_taken: "yes" });
    expect(await chargesOf(target, first.email)).toEqual(["kept", "refunded"]);
  });

  it("takes a late success at one provider and gives up the page of the other", async () => {
    const target = await runningSandbox();
    const first = await orderAt(target, ps);
    await choose(first.page, "cancel_then_charge", { seconds: "60" });
    const second = await orderAt(target, pd, { email: first.email, order_id: first.orderId });
    target.pass(60);
    expect(await askAt(target, pd, first.orderId)).toMatchObject({ status: "success" });
    await choose(second.page, "approve");
    expect(await statesOf(target, first.email)).toEqual(["ps succeeded", "pd abandoned"]);
    expect(await chargesOf(target, first.email)).toEqual(["kept"]);
  });

  it("is left to a person when one of them charges a wrong amount, and the other's page takes nothing", async () => {
    const target = await runningSandbox();
    const first = await orderAt(target, rz);
    await choose(first.page, "cancel");
    const second = await orderAt(target, ps, { email: first.email, order_id: first.orderId });
    await choose(second.page, "wrong_amount");
    expect(await askAt(target, rz, first.orderId)).toMatchObject({ order_state: "review", money_taken: "unknown" });
    const fields = await formOf(target, { email: first.email });
    const sent = withKey(await pd.bodyOf(target, fields));
    await refused(target, { endpoint: pd.purchase, sent }, 409, "order_live");
  });
});
