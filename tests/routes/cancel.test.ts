import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { receiptKey } from "~/owners/who-asks.server";
import { subscriptionChange, subscriptionList } from "~/upstream/contract/subscriptions";
import { readLog } from "../env/watched-log";
import { makeSubscription } from "../mocks/builders";
import { refusing, responding } from "../mocks/handlers";
import { letTimePass } from "../mocks/passing-time";
import { upstream } from "../mocks/server";
import { ENDING, FORM, headingOf, press, refusal, targetOf } from "./cancelling";
import { OWNER, signedIn, withKey } from "./receipt-owner";
import { fieldsOf, get, page, post, shown } from "./site";
import { changing, subscribed } from "./subscriptions";

describe("whoever has subscriptions", () => {
  it("sees each that runs: its length, its state, the next payment or the end, and when it was bought", async () => {
    subscribed(
      {},
      { subscription_id: "sub_2", plan_id: "month", is_trial: true },
      { subscription_id: "sub_3", plan_id: "gone", ...ENDING },
      { subscription_id: "sub_4", state: "past_due" },
      { subscription_id: "sub_5", state: "ended" },
      { subscription_id: "sub_6", state: "withdrawn" },
    );
    const { answer, see } = await page("/cancel", await signedIn());
    const cards = see.getAllByRole("article").map(({ textContent }) => textContent);
    expect(answer.status).toBe(200);
    expect(cards).toHaveLength(4);
    expect(cards[0]).toMatch(
      /1 year.*Active.*Next payment\$59\.99 on June 30, 2026.*Bought onJune 30, 2025.*Cancel now/,
    );
    expect(cards[1]).toMatch(/1 month.*Trial.*Cancel now/);
    expect(cards[2]).toMatch(/VPN subscription.*Canceled.*Active untilJune 29, 2026.*Undo: keep the subscription/);
    expect(cards[3]).toMatch(/Payment failed.*Cancel now/);
    expect(cards[3]).not.toContain("Next payment");
  });

  it("sees what never renews as that, with nothing to cancel or to take back, and the way to withdraw", async () => {
    subscribed({ ...ENDING, renews: false, ends_day: "2026-06-30", withdraw_until: "2999-01-01" });
    const { document, see } = await page("/cancel", await signedIn());
    expect(see.getByRole("article").textContent).toMatch(/Doesn’t renew.*Active untilJune 30, 2026/);
    expect(document.querySelector(FORM)).toBeNull();
    expect(document.querySelector("article a")?.getAttribute("href")).toContain("/withdraw?");
  });

  it("is told to the payments API as the link said it, byte for byte", async () => {
    const asked = subscribed({});
    await page("/cancel", await signedIn());
    expect(asked).toEqual([OWNER]);
  });

  it("cancels with one button: no question, no offer, once", async () => {
    subscribed({});
    const asked = changing({ subscription: makeSubscription(ENDING) });
    const answer = await press();
    expect([answer.status, targetOf(answer)]).toEqual([303, expect.stringMatching(/^\/cancel\?done=/)]);
    expect(asked).toEqual([
      {
        key: expect.stringMatching(/^[\w-]{63}$/),
        body: { ...OWNER, subscription_id: "sub_1", action: "cancel" },
      },
    ]);
  });

  it("reads what was done, until when the plan runs, and where the confirmation goes; and can take it back", async () => {
    subscribed({});
    changing({ subscription: makeSubscription(ENDING), email_hint: "m•••@example.com" });
    const target = targetOf(await press());
    subscribed(ENDING);
    const done = await page(target, await signedIn());
    expect(headingOf(done)).toBe("Your subscription is canceled");
    expect(done.see.getByText(/active until June 29, 2026/)).toBeDefined();
    expect(done.see.getByText("We’re sending a confirmation to m•••@example.com.")).toBeDefined();
    const asked = changing();
    const undone = await post("/cancel", fieldsOf(done, {}, FORM), await signedIn());
    expect(asked).toMatchObject([{ body: { subscription_id: "sub_1", action: "resume" } }]);
    subscribed({});
    expect(headingOf(await page(targetOf(undone), await signedIn()))).toBe("Your subscription continues");
  });

  it("reads before the press when each plan would end and what then goes back, and after it the same", async () => {
    const cancellation = { ends_day: "2026-01-31", refund: { amount: 24.65, currency: "USD" } };
    subscribed({ cancellation }, { subscription_id: "sub_2", cancellation: { ends_at: "2026-06-30T12:00:00Z" } });
    const before = await page("/cancel", await signedIn());
    const cards = before.see.getAllByRole("article").map(({ textContent }) => textContent);
    expect(cards[0]).toMatch(
      /If you cancel now, your plan stays active until January 31, 2026\.When your plan ends, we’ll refund \$24\.65 to your original payment method\.Cancel now/,
    );
    expect(cards[1]).toMatch(/until June 29, 2026\.Cancel now/);
    expect(before.see.queryByText(/the time you’ve paid for/)).toBeNull();
    const cancelled = { ...ENDING, ends_at: undefined, ends_day: "2026-01-31", cancellation };
    changing({ subscription: makeSubscription(cancelled) });
    const target = targetOf(await press());
    subscribed(cancelled);
    const done = await page(target, await signedIn());
    expect(done.see.getByRole("main").textContent).toMatch(
      /active until January 31, 2026\. You won’t be charged again\.When your plan ends, we’ll refund \$24\.65/,
    );
    expect((await page("/cancel", await signedIn())).see.getByRole("article").textContent).toMatch(
      /Canceled.*Active untilJanuary 31, 2026.*When your plan ends, we’ll refund \$24\.65.*Undo/,
    );
  });

  it("reads nothing of the end where the payments API doesn’t tell it and the brand promises to end sooner", async () => {
    subscribed({});
    const { see } = await page("/cancel", await signedIn());
    expect(see.getByText("If you cancel, you won’t be charged again.")).toBeDefined();
    expect(see.getByRole("article").textContent).not.toMatch(/stays active|refund/);
  });
});

describe("what was asked for is never lost and never done twice:", () => {
  it.each([
    ["no answer in time", () => new Promise<never>(() => {}), 504, "We don’t know yet if it worked"],
    ["a broken connection", () => HttpResponse.error(), 504, "We don’t know yet if it worked"],
    ["an answer that is none", () => Response.json({ subscription: 7 }), 504, "We don’t know yet if it worked"],
    ["a failure", () => Response.json({}, { status: 500 }), 504, "We don’t know yet if it worked"],
    [
      "one that is being made already",
      () => Response.json(refusal("in_progress"), { status: 409 }),
      409,
      "We don’t know yet if it worked",
    ],
    ["too many requests", () => Response.json({}, { status: 429 }), 503, "We can’t do this right now"],
  ])("%s keeps the form with its key, and offers a letter", async (_, respond, status, heading) => {
    subscribed({});
    letTimePass();
    const keys: (string | null)[] = [];
    upstream.use(
      responding(subscriptionChange, ({ headers }) => {
        keys.push(headers.get("idempotency-key"));
        return respond();
      }),
    );
    const again = await shown(press());
    expect([again.answer.status, headingOf(again)]).toEqual([status, heading]);
    const letter = again.see.getByRole("link", { name: "Write an email" }).getAttribute("href") ?? "";
    expect(decodeURIComponent(letter)).toMatch(
      /^mailto:master@example\.com\?subject=Cancellation of my subscription&body=I am canceling .*Order: ord_1$/s,
    );
    const asked = changing({ subscription: makeSubscription(ENDING) });
    const answer = await post("/cancel", fieldsOf(again, {}, FORM), await signedIn());
    expect([answer.status, new Set([...keys, asked[0]?.key]).size]).toEqual([303, 1]);
  });

  it("a key under which something else was sent brings a new one: what is so already is not done again", async () => {
    subscribed({});
    upstream.use(refusing(subscriptionChange, 409, refusal("idempotency_conflict")));
    const headers = await signedIn();
    const fields = fieldsOf(await page("/cancel", headers), {}, FORM);
    const again = fieldsOf(await shown(post("/cancel", fields, headers)), {}, FORM);
    expect(again.get("attempt")).not.toBe(fields.get("attempt"));
    const asked = changing();
    expect((await post("/cancel", again, headers)).status).toBe(303);
    expect(asked).toHaveLength(1);
  });
});

describe("nothing is done by", () => {
  it.each([
    ["another subscription", { subscription_id: "sub_2" }],
    ["another change", { intent: "resume" }],
    ["a key that somebody made up", { attempt: "a".repeat(63) }],
    ["no key", { attempt: "" }],
  ])("a form with %s", async (_, changes) => {
    subscribed({});
    const asked = changing();
    const again = await shown(press(changes));
    expect([again.answer.status, asked]).toEqual([400, []]);
    expect(again.see.getByRole("alert").textContent).toContain("We can’t do this right now");
    expect(again.see.getByRole("button", { name: /Cancel now/ })).toBeDefined();
  });

  it("a form of somebody else's page", async () => {
    subscribed({});
    const asked = changing();
    const other = `/cancel?k=${await receiptKey({ ...OWNER, user_id: 7 })}`;
    const fields = fieldsOf(await page(other), {}, FORM);
    expect([(await post("/cancel", fields, await signedIn())).status, asked]).toEqual([400, []]);
  });

  it("a page that is only looked at", async () => {
    subscribed({});
    const asked = changing();
    await get("/cancel?intent=cancel&subscription_id=sub_1", await signedIn());
    expect(asked).toEqual([]);
  });

  it("nobody", async () => {
    subscribed({});
    const asked = changing();
    const answer = await post("/cancel", { intent: "cancel", subscription_id: "sub_1", attempt: "a".repeat(63) });
    expect([answer.status, asked]).toEqual([403, []]);
  });
});

it("while the payments API is away the page says so, when to come back, and offers a letter", async () => {
  subscribed({});
  upstream.use(
    responding(subscriptionList, () => Response.json({}, { status: 503, headers: { "Retry-After": "30" } })),
  );
  const away = await page("/cancel", await signedIn());
  expect([away.answer.status, headingOf(away)]).toEqual([503, "We can’t do this right now"]);
  expect(away.answer.headers.get("retry-after")).toBe("30");
  expect(away.see.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/cancel");
  expect(away.see.getByRole("link", { name: "Write an email" })).toBeDefined();
});

it.each(["/cancel", "/withdraw", "/renewal"])("%s is never stored and never listed by search engines", async (path) => {
  subscribed({});
  const { answer, document } = await page(await withKey(path));
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
});

it("no key, sign or e-mail address gets into the log", async () => {
  const logged = readLog();
  subscribed({});
  upstream.use(refusing(subscriptionChange, 422, refusal("no_such_subscription")));
  const address = await withKey("/cancel");
  await post(address, fieldsOf(await page(address), {}, FORM));
  expect(logged.join()).toContain("a change of a subscription was asked for");
  expect(logged.join()).not.toMatch(new RegExp(`${OWNER.sign}|${address.slice(-20)}`));
});
