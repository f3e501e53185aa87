import { describe, expect, it } from "vitest";
import { resumeLink } from "~/upstream/contract/subscriptions";
import { ask, send } from "../../../tools/contract/client";
import { pd, so } from "../../../tools/contract/providers";
import { newKey, refused, withKey } from "../../../tools/contract/purchases";
import { choose, formOf, historiesOf, type Ordered, order, orderAt, result, setUp } from "../buyer";
import { mailTo, paid } from "../paid";
import { type Running, runningSandbox, SITE } from "../running-sandbox";
import { mailsTo } from "../subscriber";

const ANNA = "anna.b@gmail.com";
/** The same mailbox. */
const SPELLINGS = [ANNA, "annab+2@googlemail.com", "Anna.B+shop@gmail.com"] as const;
const endpoint = so.purchase;
const TRIAL = { plan_id: "weekly", amount: 0.99 };
const LAST = { coupon_id: "LASTONE", amount: 8.39 };

const stateOf = async (target: Running, ordered: Ordered) => (await result(target, ordered)).order_state;
const chargesOf = async (target: Running, { email, orderId }: Ordered) =>
  (await historiesOf(target, email.toLowerCase())).find(({ id }) => id === orderId)?.charges.map(({ state }) => state);

/** The same person, or somebody who types their address, in one browser after the other, all on the way to pay. */
async function inEachBrowser(target: Running, changes: object = {}) {
  const at = (n: 0 | 1 | 2) => order(target, { email: SPELLINGS[n], browser: `browser-${n}`, ...changes });
  return { one: await at(0), two: await at(1), three: await at(2) };
}

describe("somebody who types another's address", () => {
  it("keeps nobody from paying, in whatever spelling", async () => {
    const target = await runningSandbox();
    const { one, two, three } = await inEachBrowser(target);
    await choose(two.page, "approve");
    expect(await stateOf(target, two)).toBe("done");
    expect([await stateOf(target, one), await stateOf(target, three)]).toEqual(["paying", "paying"]);
  });

  it("ends no attempt by a new order, nor by naming one", async () => {
    const target = await runningSandbox();
    const hers = await order(target, { email: ANNA, browser: "hers" });
    await orderAt(target, pd, { email: ANNA, browser: "another" });
    const named = await formOf(target, { email: ANNA, browser: "another", order_id: hers.orderId });
    await refused(target, { endpoint: pd.purchase, sent: withKey(await pd.bodyOf(target, named)) }, 409, "order_live");
    const unknown = { ...named, email: "x@example.com" };
    await refused(target, { endpoint, sent: withKey(unknown) }, 404, "order_unknown");
    expect(await stateOf(target, hers)).toBe("paying");
  });

  it("is not told that the plan was bought meanwhile", async () => {
    const target = await runningSandbox();
    await order(target, { email: ANNA, browser: "another" });
    const form = await formOf(target, { email: ANNA, browser: "another" });
    const key = newKey();
    await refused(target, { endpoint, sent: withKey(form, key) }, 409, "order_live");
    await paid(target, { email: ANNA, browser: "hers" });
    const { order: live } = await refused(target, { endpoint, sent: withKey(form, key) }, 409, "order_live");
    expect(live?.status).toBe("pending");
  });

  it("who gets the plan for nothing makes no payment of the owner go back", async () => {
    const target = await runningSandbox();
    const hers = await order(target, { email: ANNA, browser: "hers" });
    await result(target, await order(target, { email: ANNA, browser: "another", coupon_id: "FREE100", amount: 0 }));
    await choose(hers.page, "approve");
    expect(await stateOf(target, hers)).toBe("done");
  });
});

describe("a buyer", () => {
  it("with a typo in the address corrects it: the page of before takes nothing any more", async () => {
    const target = await runningSandbox();
    const wrong = await order(target, { email: "anna@gmial.com", browser: "hers" });
    const right = await order(target, { email: ANNA, browser: "hers", order_id: wrong.orderId });
    expect(right.orderId).not.toBe(wrong.orderId);
    await choose(wrong.page, "approve");
    expect(await chargesOf(target, wrong)).toEqual([]);
    const page = await (await fetch(wrong.page)).text();
    expect(page).toContain("Nothing is taken here");
  });

  it("in two tabs of one browser pays once, in two spellings, too", async () => {
    const target = await runningSandbox();
    const first = await order(target, { email: SPELLINGS[0], browser: "hers" });
    const again = withKey(await formOf(target, { email: SPELLINGS[1], browser: "hers" }));
    const { order: live } = await refused(target, { endpoint, sent: again }, 409, "order_live");
    expect(live).toMatchObject({ order_id: first.orderId, redirect_url: first.page, amount: 11.99 });
    expect(Date.parse(live?.expires_at ?? "")).toBeGreaterThan(Date.now());
  });

  it.each([
    ["", {}],
    [" though the webhooks are late", { webhooks: "late", webhooks_late_seconds: "60" }],
    [" though no webhook comes", { webhooks: "never" }],
  ])("who pays twice at once in two browsers gets the second payment back, and a mail%s", async (_, settings) => {
    const target = await runningSandbox();
    await setUp(target, settings);
    const { one, two } = await inEachBrowser(target);
    await choose(one.page, "approve");
    await result(target, one);
    await choose(two.page, "approve");
    for (let times = 0; times < 2; times += 1) await result(target, two);
    target.pass(61);
    expect(await stateOf(target, one)).toBe("done");
    expect(await result(target, two)).toMatchObject({ order_state: "refunded", money_taken: "no" });
    expect(await chargesOf(target, two)).toEqual(["refunded"]);
    expect(await mailsTo(target, two, "We’re refunding a second payment")).toBe(1);
  });

  it("who buys again later pays again", async () => {
    const target = await runningSandbox();
    const first = await paid(target, { email: ANNA, browser: "phone" });
    await result(target, first);
    expect(await chargesOf(target, await paid(target, { email: ANNA, browser: "laptop" }))).toEqual(["kept"]);
  });
});

describe.each([
  ["a trial", TRIAL, "trial_used"],
  ["the last use of a coupon", LAST, "coupon_limit_reached"],
])("%s", (_what, goods, code) => {
  it("is the first one's who pays: the other's page takes nothing, and their next press is refused before", async () => {
    const target = await runningSandbox();
    const { one, two, three } = await inEachBrowser(target, goods);
    await choose(two.page, "challenge");
    await choose(three.page, "approve");
    expect(await stateOf(target, three)).toBe("done");
    for (const lost of [one, two]) {
      await choose(lost.page, "approve");
      await choose(lost.page, "pass");
      expect(await result(target, lost)).toMatchObject({ status: "canceled", order_state: "open", money_taken: "no" });
    }
    const sent = withKey(
      await formOf(target, { email: one.email, browser: "browser-0", order_id: one.orderId, ...goods }),
    );
    await refused(target, { endpoint, sent }, 422, code);
  });

  it("that one paid while the other's payment was in progress: nobody is charged twice for the plan", async () => {
    const target = await runningSandbox();
    const { one, two } = await inEachBrowser(target, goods);
    await choose(one.page, "pending", { seconds: "60" });
    await choose(two.page, "approve");
    expect(await stateOf(target, one)).toBe("paying");
    target.pass(61);
    expect([await stateOf(target, one), await stateOf(target, two)]).toEqual(["refunded", "done"]);
    expect(await chargesOf(target, one)).toEqual(["refunded"]);
  });
});

it("a coupon's last use that was being paid with by two people is honoured for both", async () => {
  const target = await runningSandbox();
  const [one, two] = [await order(target, LAST), await order(target, LAST)];
  await choose(one.page, "pending", { seconds: "60" });
  await choose(two.page, "approve");
  target.pass(61);
  expect([await stateOf(target, one), await stateOf(target, two)]).toEqual(["done", "done"]);
});

describe("an API that has one order under way for a mailbox", () => {
  async function ofMailbox() {
    const target = await runningSandbox();
    await setUp(target, { live_orders: "mailbox" });
    const hers = await order(target, { email: ANNA, browser: "hers" });
    const url = `${SITE}/payment/monthly?o=here`;
    const tellLink = () => ask(target, resumeLink, { body: { order_id: hers.orderId, email: ANNA, url } });
    const another = async () =>
      (await send(target, endpoint, withKey(await formOf(target, { email: SPELLINGS[1], browser: "another" })))).json;
    return { target, hers, url, tellLink, another };
  }

  it("tells another browser only how it stands, until when, and that the way on was mailed", async () => {
    const { hers, tellLink, another } = await ofMailbox();
    const bare = { order_id: hers.orderId, status: "pending", order_state: "paying" };
    const more = { idempotency_key: expect.any(String), expires_at: expect.any(String) };
    expect(await another()).toMatchObject({ error: { code: "order_live" } });
    expect(await another()).toHaveProperty("order", { ...bare, ...more, link_sent: false });
    await tellLink();
    expect(await another()).toHaveProperty("order", { ...bare, ...more, link_sent: true });
  });

  it("mails the way on once an hour, whatever the spelling, and always answers the same", async () => {
    const { target, hers, url, tellLink, another } = await ofMailbox();
    await tellLink();
    for (let times = 0; times < 3; times += 1) expect(await another()).toHaveProperty("order.link_sent", true);
    expect(await mailsTo(target, hers, "Continue your")).toBe(1);
    expect((await mailTo(target, ANNA))[0]?.text).toContain(`\n${url}\n`);
  });

  it("mails the way on of each order that it says it mailed", async () => {
    const { target, hers, tellLink, another } = await ofMailbox();
    await tellLink();
    await another();
    const year = { plan_id: "yearly", amount: 47.88, email: ANNA };
    const { orderId: order_id } = await order(target, { ...year, browser: "hers" });
    await ask(target, resumeLink, { body: { order_id, email: ANNA, url: `${SITE}/payment/yearly?o=here` } });
    const sent = withKey(await formOf(target, { ...year, browser: "another" }));
    const { order: live } = await refused(target, { endpoint, sent }, 409, "order_live");
    expect(live).toMatchObject({ order_id, link_sent: true });
    expect(await mailsTo(target, hers, "Continue your")).toBe(2);
  });

  it("tells the buyer's browser all, and lets others buy other plans", async () => {
    const { target, hers } = await ofMailbox();
    const sent = withKey(await formOf(target, { email: ANNA, browser: "hers" }));
    const { order: live } = await refused(target, { endpoint, sent }, 409, "order_live");
    expect(live).toMatchObject({ redirect_url: hers.page, amount: 11.99, plan_id: "monthly" });
    await order(target, { plan_id: "yearly", amount: 47.88, email: ANNA, browser: "another" });
  });
});

it("one mailbox is written once a day that an order isn’t paid, however it is spelled", async () => {
  const target = await runningSandbox();
  const orders = Object.values(await inEachBrowser(target));
  for (const { orderId, email } of orders)
    await ask(target, resumeLink, { body: { order_id: orderId, email, url: `${SITE}/payment/monthly?o=${orderId}` } });
  const reminders = async () => {
    await fetch(`${target.base}/control/subscriptions.json`);
    const counts = await Promise.all(orders.map((one) => mailsTo(target, one, "Your Vela VPN order isn’t paid")));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  target.pass(3_700);
  expect(await reminders()).toBe(1);
  target.pass(86_400);
  const later = await order(target, { email: ANNA, browser: "later" });
  await ask(target, resumeLink, { body: { order_id: later.orderId, email: ANNA, url: `${SITE}/payment/monthly` } });
  target.pass(3_700);
  expect(await reminders()).toBe(2);
});
