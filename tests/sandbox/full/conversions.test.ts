import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newKey, purchase, purchaseFields } from "../../../tools/contract/purchases";
import { choose, historiesOf, order, result, setUp } from "../buyer";
import { takeBack } from "../older-database";
import { paid } from "../paid";
import { type Running, runningSandbox } from "../running-sandbox";
import { needsFile } from "../shared-database";

const FRONT_ID = "7f1c2d34-5b6a-4c8d-9e0f-112233445566";
const CLICK = { _cps: { type: "cj", cookie: "click-1" }, front_id: FRONT_ID };

async function conversionsOf(target: Running, { email }: { email: string }) {
  const histories = await historiesOf(target, email);
  return histories.flatMap(({ conversions }) => conversions);
}

const refund = ({ base }: Running, orderId: string) =>
  fetch(`${base}/control/orders/${orderId}/refund`, { method: "POST" });

describe("the conversion of an order", () => {
  it("is written when it is done, with who sent the buyer", async () => {
    const target = await runningSandbox();
    const ordered = await order(target, CLICK);
    expect(await conversionsOf(target, ordered)).toEqual([]);
    await choose(ordered.page, "approve");
    expect(await conversionsOf(target, ordered)).toEqual([
      {
        provider: "so",
        amount: 11.99,
        currency: "USD",
        network: "cj",
        click: "click-1",
        front_id: FRONT_ID,
        at: expect.any(Number),
        refunded_at: null,
      },
    ]);
  });

  it("names no network and no browser where nobody knows them", async () => {
    const target = await runningSandbox();
    const ordered = await paid(target);
    expect(await conversionsOf(target, ordered)).toMatchObject([{ network: null, click: null, front_id: null }]);
  });

  it("waits for the grant, not for the money", async () => {
    const target = await runningSandbox();
    await setUp(target, { hold_grants: "on" });
    const ordered = await paid(target, CLICK);
    expect(await conversionsOf(target, ordered)).toEqual([]);
    await setUp(target, { hold_grants: "off" });
    expect(await conversionsOf(target, ordered)).toHaveLength(1);
  });

  it("is there where nothing was due, with an amount of 0", async () => {
    const target = await runningSandbox();
    const plan = await purchaseFields(target, 1);
    const ordered = await order(target, { ...plan, ...CLICK, amount: 0, coupon_id: "FREE100" });
    expect(await conversionsOf(target, ordered)).toMatchObject([{ provider: null, amount: 0, network: "cj" }]);
  });

  it("is one, whatever comes twice or late", async () => {
    const target = await runningSandbox();
    await setUp(target, { webhooks: "late", webhooks_late_seconds: "60" });
    const fields = { ...(await purchaseFields(target)), ...CLICK };
    const key = newKey();
    const { order_id: orderId, web_url } = await purchase(target, fields, key);
    const ordered = { orderId, page: web_url ?? "", email: fields.email };
    await choose(ordered.page, "approve");
    await result(target, ordered);
    const [first] = await conversionsOf(target, ordered);
    await purchase(target, fields, key);
    target.pass(60);
    await Promise.all([result(target, ordered), result(target, ordered)]);
    expect(await conversionsOf(target, ordered)).toEqual([first]);
  });

  it("is of the attempt that was paid, after another one was declined", async () => {
    const target = await runningSandbox();
    const ordered = await order(target, CLICK);
    await choose(ordered.page, "decline");
    const again = await order(target, { email: ordered.email, order_id: ordered.orderId, front_id: randomUUID() });
    expect(again.orderId).toBe(ordered.orderId);
    await choose(again.page, "approve");
    expect(await conversionsOf(target, ordered)).toMatchObject([{ amount: 11.99, network: "cj", front_id: FRONT_ID }]);
  });

  it("stays after a refund, with the moment of the first one", async () => {
    const target = await runningSandbox();
    const ordered = await paid(target, CLICK);
    await refund(target, ordered.orderId);
    const [refunded] = await conversionsOf(target, ordered);
    expect(refunded).toMatchObject({ network: "cj", refunded_at: expect.any(Number) });
    target.pass(60);
    await refund(target, ordered.orderId);
    expect(await conversionsOf(target, ordered)).toEqual([refunded]);
  });

  it("does not come from a refund of an order that was never done", async () => {
    const target = await runningSandbox();
    const ordered = await order(target, CLICK);
    await refund(target, ordered.orderId);
    expect(await conversionsOf(target, ordered)).toEqual([]);
  });
});

it("orders that were done before conversions were kept get theirs", needsFile, async () => {
  const before = await runningSandbox();
  const kept = await paid(before, { _cps: CLICK._cps });
  const refunded = await paid(before);
  await refund(before, refunded.orderId);
  const open = await order(before, CLICK);
  const expected = await Promise.all([kept, refunded].map((ordered) => conversionsOf(before, ordered)));
  await before.sandbox.close();
  takeBack(before.dataDir, "007-analytics");
  const after = await runningSandbox({ dataDir: before.dataDir });
  expect(await Promise.all([kept, refunded].map((ordered) => conversionsOf(after, ordered)))).toEqual(expected);
  expect(await conversionsOf(after, open)).toEqual([]);
});
