import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { receiptKey } from "~/owners/who-asks.server";
import { seal } from "~/sealing.server";
import { subscriptionChange, subscriptionList } from "~/upstream/contract/subscriptions";
import { readLog } from "../env/watched-log";
import { makeApiError, makeSubscription } from "../mocks/builders";
import { refusing, responding } from "../mocks/handlers";
import { letTimePass } from "../mocks/passing-time";
import { upstream } from "../mocks/server";
import { stopClock } from "../mocks/stopped-clock";
import { signedQuery } from "../visitor/requests";
import { OWNER, signedIn, withKey } from "./receipt-owner";
import { fieldsOf, get, page, post, type Shown, shown } from "./site";
import { changing, subscribed } from "./subscriptions";

const FORM = "form.change";
const ENDING = { state: "ending", renewal: undefined } as const;

const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;
const keyIn = (address: string) => new URL(address, env().publicOrigin).searchParams.get("k");
const targetOf = (answer: Response) => answer.headers.get("location") ?? "";

/** Opens the page and presses its first button. */
async function press(entered: Record<string, string> = {}, address = "/cancel") {
  const headers = await signedIn();
  return post(address, fieldsOf(await page(address, headers), entered, FORM), headers);
}

const refusal = (code: string) => makeApiError({ error: { code, message: "" } });

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

  it.each([
    [undefined, false],
    [{ ends_at: "2999-01-01T00:00:00Z" }, true],
    [{ ends_at: "2999-01-01T00:00:00Z", refund: { amount: 5, currency: "USD" } }, false],
  ])("with the end %j reads that nothing is given back: %s", async (cancellation, isSaid) => {
    subscribed({ cancellation });
    const { see } = await page("/cancel", await signedIn());
    expect(see.queryByText("Canceling doesn’t refund what you’ve already paid.") !== null).toBe(isSaid);
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

  it("reads what was done also while the list cannot be had", async () => {
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const target = targetOf(await press());
    upstream.use(refusing(subscriptionList, 503));
    const done = await page(target, await signedIn());
    expect([done.answer.status, headingOf(done)]).toEqual([200, "Your subscription is canceled"]);
    expect(done.see.getByRole("button", { name: "Undo: keep the subscription" })).toBeDefined();
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

  it("is led on to withdrawing while that can be done", async () => {
    subscribed({ withdraw_until: "2999-01-01T00:00:00Z" }, { subscription_id: "sub_2", withdraw_until: "2020-01-01" });
    const { document } = await page("/cancel", await signedIn());
    const links = [...document.querySelectorAll("article a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/withdraw?s=sub_1"]);
  });

  it.each([
    ["app_store", "App Store", "https://apps.apple.com/account/subscriptions"],
    ["google_play", "Google Play", "https://play.google.com/store/account/subscriptions"],
  ] as const)("of a store is led there: %s", async (source, name, address) => {
    subscribed({ source });
    const { see } = await page("/cancel", await signedIn());
    expect(see.getByText(new RegExp(`^Bought (in the|on) ${name}: cancel it there`))).toBeDefined();
    expect(see.getByRole("link", { name: new RegExp(`^Open (the )?${name}$`) }).getAttribute("href")).toBe(address);
    expect(see.queryByRole("button", { name: /Cancel now/ })).toBeNull();
  });

  it("of which none runs is told so, and can ask for the link to another address", async () => {
    subscribed({ state: "ended" });
    const shownPage = await page("/cancel", await signedIn());
    expect([shownPage.answer.status, headingOf(shownPage)]).toEqual([200, "No subscriptions"]);
    expect(shownPage.see.getByRole("button", { name: "Send the link" })).toBeDefined();
  });

  it("who also has a receipts key keeps it in every link and form", async () => {
    subscribed({ withdraw_until: "2999-01-01T00:00:00Z" });
    changing({ subscription: makeSubscription(ENDING) });
    const address = await withKey("/cancel");
    const opened = await page(address);
    const kept = [
      opened.document.querySelector(FORM)?.getAttribute("action") ?? "",
      opened.document.querySelector("article a")?.getAttribute("href") ?? "",
      targetOf(await post(address, fieldsOf(opened, {}, FORM))),
    ];
    expect(kept.map(keyIn)).toEqual(Array(3).fill(keyIn(address)));
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

  it("while the list cannot be had either, the form stays", async () => {
    subscribed({});
    const headers = await signedIn();
    const fields = fieldsOf(await page("/cancel", headers), {}, FORM);
    upstream.use(refusing(subscriptionChange, 500), refusing(subscriptionList, 500));
    const again = await shown(post("/cancel", fields, headers));
    expect(fieldsOf(again, {}, FORM).get("attempt")).toBe(fields.get("attempt"));
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

  it("a form that is sent again after it was undone does not say that it is cancelled", async () => {
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const { see } = await page(targetOf(await press()), await signedIn());
    expect(see.queryByText("Your subscription is canceled")).toBeNull();
    expect(see.getByRole("button", { name: /Cancel now/ })).toBeDefined();
  });

  it.each(["no_such_subscription", "store_subscription"])(
    "refused as %s: it says so, and offers a letter",
    async (code) => {
      subscribed({});
      upstream.use(refusing(subscriptionChange, 422, refusal(code)));
      const again = await shown(press());
      expect(again.answer.status).toBe(422);
      expect(again.see.getByRole("alert").textContent).toContain("This subscription can’t be changed here");
      expect(again.see.getByRole("link", { name: "Write an email" })).toBeDefined();
    },
  );
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

  it.each([
    ["no intent", { intent: "" }],
    ["the intent of another page", { intent: "withdraw" }],
    ["a path for a subscription", { subscription_id: "../list" }],
  ])("a form with %s: a bad request", async (_, changes) => {
    subscribed({});
    const asked = changing();
    expect([(await press(changes)).status, asked]).toEqual([400, []]);
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

describe("a notice", () => {
  it("is told for an hour, and to a page in any language", async () => {
    stopClock();
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const target = targetOf(await press());
    subscribed(ENDING);
    const heading = async () => headingOf(await page(`/de${target}`, await signedIn()));
    const told = await heading();
    vi.setSystemTime(Date.now() + 3_599_000);
    expect(await heading()).toBe(told);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await heading()).not.toBe(told);
  });

  it("of somebody else's is not shown, nor one that nobody sealed", async () => {
    subscribed({});
    changing({ subscription: makeSubscription(ENDING) });
    const done = new URL(targetOf(await press()), env().publicOrigin).searchParams.get("done");
    subscribed(ENDING);
    const other = await receiptKey({ ...OWNER, user_id: 7 });
    for (const address of [`/cancel?k=${other}&done=${done}`, `/withdraw?done=${done}`, "/cancel?done=sub_1"]) {
      const { see } = await page(address, await signedIn());
      expect(see.queryByText("Your subscription is canceled")).toBeNull();
    }
  });
});

describe("a link that is over", () => {
  it.each([
    [401, makeApiError({ code: 401 })],
    [403, makeApiError({ code: 403 })],
  ])("is told so with a way to a new one, and the session ends (%d)", async (status, error) => {
    subscribed({});
    upstream.use(refusing(subscriptionList, status, error));
    const ended = await page("/cancel", await signedIn());
    expect([ended.answer.status, headingOf(ended)]).toEqual([403, "Cancel a subscription"]);
    expect(ended.see.getByText(/This link has expired/)).toBeDefined();
    expect(ended.see.getByRole("button", { name: "Send the link" })).toBeDefined();
    expect(ended.answer.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/);
  });

  it("while a form is sent: nothing is lost but the link", async () => {
    subscribed({});
    const headers = await signedIn();
    const fields = fieldsOf(await page("/cancel", headers), {}, FORM);
    const over = makeApiError({ code: 403 });
    upstream.use(refusing(subscriptionChange, 403, over), refusing(subscriptionList, 403, over));
    const ended = await shown(post("/cancel", fields, headers));
    expect(ended.answer.status).toBe(403);
    expect(ended.see.getByRole("button", { name: "Send the link" })).toBeDefined();
  });

  it.each([
    ["changed", async () => `${await withKey("/cancel")}x`],
    ["empty", async () => "/cancel?k="],
    ["sealed for something else", async () => `/cancel?k=${await seal("notice", OWNER)}`],
  ])("a receipts key that is %s opens nothing", async (_, address) => {
    const asked = subscribed({});
    const broken = await page(await address());
    expect([broken.answer.status, asked]).toEqual([404, []]);
    expect(broken.see.getByRole("button", { name: "Send the link" })).toBeDefined();
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

it.each(["cancel", "withdraw", "renewal"])("an app's link opens /%s, by its path and by its name", async (name) => {
  for (const path of [`/${name}?`, `/redirect?to=${name}&`]) {
    const { headers } = await get(path + signedQuery());
    expect(headers.get("location")).toBe(`/${name}?via=app`);
  }
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
