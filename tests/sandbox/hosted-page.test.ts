import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { DECLINE_BUCKETS } from "~/upstream/contract/purchase-result";
import { chargesOf, choose, order, result, setUp } from "./buyer";
import { secondsOf } from "./period-length";
import { runningSandbox } from "./running-sandbox";

function formOf(document: Document): HTMLFormElement {
  const [form, ...others] = document.querySelectorAll("form");
  if (!form || others.length > 0) throw new Error("expected one form");
  return form;
}

const describedBy = (button: HTMLElement): string =>
  button.ownerDocument.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent ?? "";

describe("a buyer on the hosted page", () => {
  it("sees merchant, plan and amount, in a page without scripts", async () => {
    const target = await runningSandbox();
    const { page } = await order(target);
    const html = await (await fetch(page)).text();
    expect(html).toContain("localhost:3000");
    expect(html).toContain("monthly");
    expect(html).toContain("11.99");
    expect(html).not.toContain("<script");
  });

  it("chooses with plain buttons of one form, the usual ones first", async () => {
    const { page } = await order(await runningSandbox());
    const { document } = new JSDOM(await (await fetch(page)).text()).window;
    const form = formOf(document);
    const buttons = [...form.querySelectorAll("button")];
    expect(buttons.every(({ type, name }) => type === "submit" && name === "outcome")).toBe(true);
    const usual = buttons.filter((button) => button.closest("details") === null);
    expect(usual.map(({ value }) => value)).toEqual(["approve", "decline", "challenge", "pending", "cancel"]);
    const unusual = [...form.querySelectorAll<HTMLButtonElement>("details button")];
    expect(unusual.map(({ value }) => value)).toEqual([
      "approve_and_stay",
      "approve_late",
      "approve_repeatedly",
      "reordered",
      "approve_twice",
      "cancel_then_charge",
      "wrong_amount",
    ]);
    expect([...document.querySelectorAll("summary")].map((one) => one.textContent)).toEqual(["Unusual outcomes"]);
    for (const button of buttons) expect(describedBy(button), button.value).toMatch(/\.$/);
  });

  it("who has a trial for nothing is not told of money that is taken", async () => {
    const target = await runningSandbox();
    await setUp(target, { trial: "free" });
    const { page } = await order(target, { plan_id: "weekly", amount: 0 });
    const { document } = new JSDOM(await (await fetch(page)).text()).window;
    const approve = document.querySelector<HTMLElement>("button[value=approve]");
    expect(approve && describedBy(approve)).toContain("takes nothing today");
  });

  it("who approves goes back to the shop, is charged once and has paid time", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    const { status, location } = await choose(ordered.page, "approve");
    expect(status).toBe(303);
    const back = new URL(location);
    expect(back.pathname).toBe("/return/so");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      o: "there",
      order_id: ordered.orderId,
      status: "approved",
    });
    const vip = { remain_time: expect.closeTo(secondsOf(), -2) };
    expect(await result(target, ordered)).toMatchObject({ status: "success", order_state: "done", vip });
    expect(await chargesOf(target, ordered.email)).toEqual(["kept"]);
  });

  it("who cancels goes back to the cancel address with nothing taken", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    const { location } = await choose(ordered.page, "cancel");
    expect(new URL(location).searchParams.get("o")).toBe("back");
    expect(await result(target, ordered)).toMatchObject({
      status: "canceled",
      order_state: "open",
      money_taken: "no",
      fail_code: "cancelled_or_timeout",
    });
  });

  it.each(DECLINE_BUCKETS)("may be declined for %s", async (bucket) => {
    const target = await runningSandbox();
    const ordered = await order(target);
    const { location } = await choose(ordered.page, "decline", { bucket });
    expect(new URL(location).searchParams.get("status")).toBe("declined");
    expect(await result(target, ordered)).toMatchObject({ status: "failed", order_state: "open", fail_code: bucket });
  });

  it("is never charged twice by going back and approving again, or by two approvals at once", async () => {
    const target = await runningSandbox();
    const { page, email } = await order(target);
    await Promise.all(Array.from({ length: 20 }, () => choose(page, "approve")));
    await choose(page, "approve");
    expect(await (await fetch(page)).text()).toContain("nothing left to do");
    expect(await chargesOf(target, email)).toEqual(["kept"]);
  });

  it("cannot change a decline by posting the form again", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "decline");
    await choose(ordered.page, "approve");
    expect(await result(target, ordered)).toMatchObject({ status: "failed" });
    expect(await chargesOf(target, ordered.email)).toEqual([]);
  });

  it.each([
    ["pass", { status: "success", order_state: "done" }],
    ["fail", { status: "failed", fail_code: "auth_failed" }],
    ["abandon", { status: "canceled", fail_code: "cancelled_or_timeout" }],
  ])("asked by their bank may %s", async (answer, expected) => {
    const target = await runningSandbox();
    const ordered = await order(target);
    const { location } = await choose(ordered.page, "challenge");
    expect(new URL(location, ordered.page).href).toBe(ordered.page);
    expect(await result(target, ordered)).toMatchObject({ status: "requires_action", redirect_url: ordered.page });
    await choose(ordered.page, answer);
    expect(await result(target, ordered)).toMatchObject(expected);
  });

  it.each([
    ["approve", { status: "success" }],
    ["decline", { status: "failed", fail_code: "bank_declined" }],
  ])("may be kept pending, and then comes %s", async (then, expected) => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "pending", { seconds: "120", then });
    const pending = await result(target, ordered);
    expect(pending).toMatchObject({ status: "pending", order_state: "paying", money_taken: "unknown" });
    expect(pending.retry_after).toBeGreaterThanOrEqual(2);
    // The longer it takes, the later one asks again.
    target.pass(20);
    expect((await result(target, ordered)).retry_after).toBe(10);
    target.pass(120);
    expect(await result(target, ordered)).toMatchObject(expected);
  });

  it("on an address of no session reads so", async () => {
    const { base } = await runningSandbox();
    const response = await fetch(`${base}/hosted/so/nothing`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("No such payment");
  });

  it("is not moved by a form that another site posts", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    const headers = { Origin: "https://evil.example" };
    const body = new URLSearchParams({ outcome: "approve" });
    expect((await fetch(ordered.page, { method: "POST", headers, body })).status).toBe(403);
    expect(await result(target, ordered)).toMatchObject({ status: "pending" });
  });
});
