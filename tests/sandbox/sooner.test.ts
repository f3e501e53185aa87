import { expect, it } from "vitest";
import { choose, historiesOf, type Ordered, order, setUp } from "./buyer";
import { type Running, runningSandbox } from "./running-sandbox";

const LATER = { seconds: "3600" };

const BUTTONS = { report: "The provider reports now", expire: "The time to pay is over" } as const;

/** Presses a button of the order's control page. */
async function press({ base }: Running, { orderId }: Ordered, step: keyof typeof BUTTONS): Promise<void> {
  const page = `${base}/control/orders/${orderId}`;
  expect(await (await fetch(page)).text()).toContain(BUTTONS[step]);
  await fetch(`${page}/${step}`, { method: "POST", redirect: "manual" });
}

const newest = async (target: Running, { email }: Ordered) => (await historiesOf(target, email))[0];

it("a provider that would report in an hour is let report now, by its webhook", async () => {
  const target = await runningSandbox();
  const ordered = await order(target);
  await choose(ordered.page, "pending", LATER);
  expect(await newest(target, ordered)).toMatchObject({ state: "paying", charges: [] });
  await press(target, ordered, "report");
  expect(await newest(target, ordered)).toMatchObject({ state: "done", charges: [{ state: "kept" }] });
});

it("a provider that sends no webhooks is not let send one", async () => {
  const target = await runningSandbox();
  await setUp(target, { webhooks: "never" });
  const ordered = await order(target);
  await choose(ordered.page, "pending", LATER);
  await press(target, ordered, "report");
  expect(await newest(target, ordered)).toMatchObject({ state: "paying", charges: [] });
});

it("an order whose time is let be over has expired, and money that comes later still counts", async () => {
  const target = await runningSandbox();
  const ordered = await order(target);
  await choose(ordered.page, "cancel_then_charge", LATER);
  await press(target, ordered, "expire");
  expect(await newest(target, ordered)).toMatchObject({ state: "expired", charges: [] });
  await press(target, ordered, "report");
  expect(await newest(target, ordered)).toMatchObject({ state: "done", charges: [{ state: "kept" }] });
});
