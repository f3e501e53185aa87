import { describe, expect, it } from "vitest";
import { plans } from "~/upstream/contract/catalogue";
import { subscriptionChange } from "~/upstream/contract/subscriptions";
import { ask, send } from "../../../tools/contract/client";
import { so } from "../../../tools/contract/providers";
import { withKey } from "../../../tools/contract/purchases";
import { choose, formOf, type Ordered, order, result } from "../buyer";
import { mailTo, paid } from "../paid";
import { A_YEAR, secondsOf } from "../period-length";
import { type Running, runningSandbox } from "../running-sandbox";
import {
  change,
  changing,
  control,
  linkOwner,
  list,
  MEMBER,
  mailsTo,
  memberHeaders,
  paidTimeOf,
  recordsOf,
} from "../subscriber";

const DAY_S = 86_400;
const WEEK = { plan_id: "weekly", amount: 0.99 };
const YEAR = { plan_id: "yearly", amount: 47.88 };

/** Somebody buys with a member's address, in a browser of their own, and nothing is proven. */
async function bought(target: Running, changes: object = {}): Promise<Ordered> {
  const ordered = await paid(target, { email: MEMBER, ...changes });
  await result(target, ordered);
  return ordered;
}

/** The member changes from their plan to the yearly one, for what that costs them. */
async function changedToYear(target: Running): Promise<Ordered> {
  const headers = memberHeaders(target);
  const amount = (await ask(target, plans, { headers })).plans.find(({ id }) => id === "yearly")?.price_discount_amount;
  const sent = withKey(await formOf(target, { ...YEAR, email: MEMBER, amount }));
  const { json } = await send(target, so.purchase, { ...sent, headers: { ...sent.headers, ...headers } });
  const { orderId, payAt } = so.readOpened(json);
  const ordered = { orderId, page: payAt ?? "nothing is due", email: MEMBER };
  await choose(ordered.page, "approve");
  await result(target, ordered);
  return ordered;
}

/** The state of the renewal that an order began. */
async function renewalOf(target: Running, { orderId }: Ordered): Promise<string | undefined> {
  return (await recordsOf(target, MEMBER)).find(({ order_id }) => order_id === orderId)?.state;
}

/** The owner, as the mailed link makes them known, with the subscription of an order. */
async function ownerOf(target: Running, ordered: Ordered) {
  const receipts = linkOwner(target);
  const told = (await list(target, { receipts })).find(({ order_id }) => order_id === ordered.orderId);
  return { ...ordered, receipts, id: told?.subscription_id ?? "" };
}

const refund = ({ base }: Running, { orderId }: Ordered) =>
  fetch(`${base}/control/orders/${orderId}/refund`, { method: "POST", redirect: "manual" });

describe("who buys a second plan that renews", () => {
  it("has one renewal, the newer one, and is written so with a link to choose otherwise", async () => {
    const target = await runningSandbox();
    const [month, year] = [await bought(target), await bought(target, YEAR)];
    expect([await renewalOf(target, month), await renewalOf(target, year)]).toEqual(["ending", "active"]);
    expect(await mailsTo(target, month, "Your earlier plan won’t renew anymore")).toBe(1);
    const [letter] = await mailTo(target, MEMBER);
    expect(letter?.text).toMatch(/earlier plan \(1 month\)[\s\S]*http:\/\/localhost:3000\/cancel\?uid=/);
  });

  it("loses nothing that is paid: the times come one after the other", async () => {
    const target = await runningSandbox();
    await bought(target);
    target.pass(10 * DAY_S);
    const year = await bought(target, YEAR);
    const { vip, renewal } = await result(target, year);
    const now = Date.now() + 10 * DAY_S * 1000;
    expect(vip?.remain_time).toBeCloseTo(secondsOf(A_YEAR, now), -2);
    expect((Date.parse(renewal?.on ?? "") - now) / 1000).toBeCloseTo(secondsOf(A_YEAR, now), -2);
    const sum = await paidTimeOf(target);
    expect(sum).toBeGreaterThan((365 + 17) * DAY_S);
    target.pass(100 * DAY_S);
    expect(sum - (await paidTimeOf(target))).toBeCloseTo(100 * DAY_S, -2);
  });

  it("may keep both: what the owner resumes renews", async () => {
    const target = await runningSandbox();
    const [month, year] = [await bought(target), await bought(target, YEAR)];
    await change(target, await ownerOf(target, month), "resume");
    expect([await renewalOf(target, month), await renewalOf(target, year)]).toEqual(["active", "active"]);
  });

  it("with a failed renewal is not charged for that one any more", async () => {
    const target = await runningSandbox();
    const month = await bought(target);
    const { id } = await ownerOf(target, month);
    await control(target, id, "fail");
    const year = await bought(target, YEAR);
    expect(await renewalOf(target, month)).toBe("ending");
    await refund(target, year);
    expect(await renewalOf(target, month)).toBe("past_due");
  });

  it("long after a renewal failed may undo what that did to it, too", async () => {
    const target = await runningSandbox();
    const month = await bought(target);
    await control(target, (await ownerOf(target, month)).id, "fail");
    target.pass(35 * DAY_S);
    const year = await bought(target, YEAR);
    await change(target, await ownerOf(target, month), "resume");
    expect([await renewalOf(target, month), await renewalOf(target, year)]).toEqual(["past_due", "active"]);
  });

  it.each(["annab@gmail.com", "A.nna.B+x@googlemail.com"])(
    "as %s after anna.b@gmail.com is the same person",
    async (email) => {
      const target = await runningSandbox();
      const first = await paid(target, { email: "anna.b@gmail.com", browser: "one" });
      await result(target, first);
      await result(target, await paid(target, { ...YEAR, email, browser: "two" }));
      expect(await recordsOf(target, "anna.b@gmail.com")).toMatchObject([{ order_id: first.orderId, state: "ending" }]);
    },
  );

  it("for nothing ends no renewal", async () => {
    const target = await runningSandbox();
    const month = await bought(target);
    const given = { email: MEMBER, ...YEAR, coupon_id: "FREE100", amount: 0, browser: "another" };
    await result(target, await order(target, given));
    expect(await renewalOf(target, month)).toBe("active");
  });

  it("ends no renewal of an app's store", async () => {
    const target = await runningSandbox();
    await fetch(`${target.base}/control/subscriptions`, {
      method: "POST",
      body: new URLSearchParams({ source: "google_play", plan: "yearly" }),
    });
    await bought(target);
    const stores = (await recordsOf(target, MEMBER)).filter(({ source }) => source === "google_play");
    expect(stores).toMatchObject([{ state: "active" }]);
  });
});

describe("a renewal that a newer order stopped", () => {
  it("comes back with the refund of that order, which the owner is written", async () => {
    const target = await runningSandbox();
    const [month, year] = [await bought(target), await bought(target, YEAR)];
    await renewalOf(target, month);
    await change(target, await ownerOf(target, year), "withdraw");
    expect([await renewalOf(target, month), await renewalOf(target, year)]).toEqual(["active", "withdrawn"]);
    expect(await mailsTo(target, month, "Your earlier plan renews again")).toBe(1);
    expect(await paidTimeOf(target)).toBeLessThan(32 * DAY_S);
  });

  it("does not come back while a third one renews, and then does", async () => {
    const target = await runningSandbox();
    const [week, month, year] = [await bought(target, WEEK), await bought(target), await bought(target, YEAR)];
    await refund(target, month);
    expect([await renewalOf(target, week), await renewalOf(target, year)]).toEqual(["ending", "active"]);
    await refund(target, year);
    expect(await renewalOf(target, week)).toBe("active");
  });

  it("comes back beside one that its owner had kept it beside", async () => {
    const target = await runningSandbox();
    const [week, month] = [await bought(target, WEEK), await bought(target)];
    await change(target, await ownerOf(target, week), "resume");
    await refund(target, await bought(target, YEAR));
    expect([await renewalOf(target, week), await renewalOf(target, month)]).toEqual(["active", "active"]);
  });

  it("comes back where the one after that no longer renews", async () => {
    const target = await runningSandbox();
    const [week, month, year] = [await bought(target, WEEK), await bought(target), await bought(target, YEAR)];
    await change(target, await ownerOf(target, year), "cancel");
    await refund(target, month);
    expect([await renewalOf(target, week), await renewalOf(target, year)]).toEqual(["active", "ending"]);
  });

  it("comes back with the refund of the plan that its owner changed that order's to", async () => {
    const target = await runningSandbox();
    const [week, month] = [await bought(target, WEEK), await bought(target)];
    const year = await changedToYear(target);
    expect([await renewalOf(target, week), await renewalOf(target, month)]).toEqual(["ending", "ended"]);
    await refund(target, year);
    expect(await renewalOf(target, week)).toBe("active");
  });

  it("does not come back where its owner cancelled it, too", async () => {
    const target = await runningSandbox();
    const [month, year] = [await bought(target), await bought(target, YEAR)];
    await change(target, await ownerOf(target, month), "cancel");
    await refund(target, year);
    expect(await renewalOf(target, month)).toBe("ending");
    expect(await mailsTo(target, month, "Your subscription is canceled")).toBe(1);
  });

  it("and has run out since charges nobody", async () => {
    const target = await runningSandbox();
    const week = await bought(target, WEEK);
    const year = await bought(target, YEAR);
    target.pass(5 * DAY_S);
    await refund(target, year);
    expect(await renewalOf(target, week)).toBe("ended");
    expect((await recordsOf(target, MEMBER)).flatMap(({ charges }) => charges)).toEqual([]);
  });

  it("is cancelled and resumed at once many times: it ends as one of both, with a mail for each change", async () => {
    const target = await runningSandbox();
    const month = await bought(target);
    await bought(target, YEAR);
    const owner = await ownerOf(target, month);
    const changes = Array.from({ length: 12 }, (_, n) => changing(owner, n % 2 === 0 ? "cancel" : "resume"));
    const answers = await Promise.all(changes.map((sent) => send(target, subscriptionChange, sent)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const state = await renewalOf(target, month);
    const told = {
      cancelled: await mailsTo(target, month, "Your subscription is canceled"),
      resumed: await mailsTo(target, month, "Your subscription continues"),
    };
    expect(["active", "ending"]).toContain(state);
    expect(told.cancelled - told.resumed).toBeGreaterThanOrEqual(state === "active" ? -1 : 0);
    expect(told.resumed).toBeGreaterThan(0);
  });
});
