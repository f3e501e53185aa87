import { expect, it } from "vitest";
import { result } from "./buyer";
import { paid } from "./paid";
import { type Running, runningSandbox } from "./running-sandbox";
import { change, control, linkOwner, list, MEMBER, paidTimeOf } from "./subscriber";

const DAY_S = 86_400;
const YEAR = { plan_id: "yearly", amount: 47.88 };

/** A member's monthly plan, whose renewal fails. */
async function failedMonth(target: Running) {
  const ordered = await paid(target, { email: MEMBER });
  await result(target, ordered);
  const receipts = linkOwner(target);
  const told = (await list(target, { receipts })).find(({ order_id }) => order_id === ordered.orderId);
  const owner = { ...ordered, receipts, id: told?.subscription_id ?? "" };
  await control(target, owner.id, "fail");
  const body = new URLSearchParams({ card: "accepted" });
  return { owner, payLate: () => fetch(told?.manage_url ?? "", { method: "POST", body, redirect: "manual" }) };
}

const buyYear = async (target: Running) => result(target, await paid(target, { email: MEMBER, ...YEAR }));

async function expectOneMonthMore(target: Running, { payLate }: Awaited<ReturnType<typeof failedMonth>>) {
  target.pass(120 * DAY_S);
  const before = await paidTimeOf(target);
  await payLate();
  const gained = ((await paidTimeOf(target)) - before) / DAY_S;
  expect(gained).toBeGreaterThan(27);
  expect(gained).toBeLessThan(32);
}

it("who has a yearly plan and pays a monthly one's failed renewal months late gains a month", async () => {
  const target = await runningSandbox();
  await buyYear(target);
  await expectOneMonthMore(target, await failedMonth(target));
});

it("who bought the yearly plan after the renewal failed gains a month, too", async () => {
  const target = await runningSandbox();
  const failed = await failedMonth(target);
  target.pass(10 * DAY_S);
  await buyYear(target);
  await change(target, { ...failed.owner, receipts: linkOwner(target) }, "resume");
  await expectOneMonthMore(target, failed);
});
